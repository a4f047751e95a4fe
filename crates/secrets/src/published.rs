//! Keys that their owners publish as examples or defaults: in documentation, in sample projects, in emulators. Kept as
//! hashes, so that no scanner takes this file for a leak.

/// Firebase's sample projects, Stripe's documentation, NuGet's, the search of Yarn's site, the emulators of Azure,
/// the login of RFC 7617.
const HASHES: &[u64] = &[
    0x1fd8_7719_ff89_0fa1,
    0x286e_3a91_f00e_bdbe,
    0x325d_a84d_0218_73ca,
    0x3ea0_c69a_cc2a_a5cd,
    0x3f0e_e704_b533_f908,
    0x3f81_09b6_85c6_ea5f,
    0x444c_6a11_3e72_6eee,
    0x4d82_4fe5_90f7_4d6d,
    0x864b_ab38_fcb7_b648,
    0x8b28_601b_80f6_386a,
    0x971a_6c5a_ae0e_34fa,
    0xb377_30c1_fe2a_3979,
    0xba64_1ef5_52f0_0642,
    0xbd0d_9b66_84d8_02f7,
    0xc927_7f7e_6ab3_6388,
    0xe0dd_3895_587a_5c78,
    0xe2bb_a36a_dfa4_b44d,
    0xe832_2be1_fa3e_0aa3,
    0xe992_c087_4365_ab79,
    0xeaee_eee4_577c_862c,
    0xec7d_3d70_8696_1773,
    0xefc1_cace_7459_1068,
    0xf2ef_98fc_df59_1ad3,
    0xfb45_97af_0a4a_8945,
];

/// Whether this very value is publicly known.
pub fn is(value: &str) -> bool {
    HASHES.contains(&hash(value))
}

fn hash(value: &str) -> u64 {
    let mut first = [0; 8];
    first.copy_from_slice(&blake3::hash(value.as_bytes()).as_bytes()[..8]);
    u64::from_be_bytes(first)
}

#[cfg(test)]
#[path = "../tests/unit/published.rs"]
mod tests;
