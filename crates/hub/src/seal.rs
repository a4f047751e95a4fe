//! Raw bytes on the hub: sealed here with the team's key, so that the database never sees them.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};

use super::connect::read_secret_from_command;
use super::error::HubError;
use super::open::Hub;
use ctx_capture::Config;
use ctx_model::error::Context as _;
use ctx_model::{Env, Result};
use ctx_store::{BlobReader, Entry, Store};

/// Bytes sealed at a time.
const PIECE: usize = 1 << 20;
/// The bytes of a larger output stay where they are.
const MOST: u64 = 64 << 20;
/// So many pieces at most.
const PIECES: i32 = (MOST / PIECE as u64) as i32 + 1;
const NONCE: usize = 24;

/// Opens and closes what a team sends.
pub struct TeamCipher(XChaCha20Poly1305);

/// Whose bytes they are: sealed under this, they open under nothing else.
pub struct SealedBytesOwner<'a> {
    pub project: &'a str,
    pub origin: &'a str,
    pub reference: &'a str,
}

impl SealedBytesOwner<'_> {
    fn piece_associated_data(&self, n: i32, pieces: i32) -> String {
        format!("ctx raw 1\0{}\0{}\0{}\0{n}\0{pieces}", self.project, self.origin, self.reference)
    }
}

impl TeamCipher {
    /// For whoever sends: none where raw bytes stay here.
    pub fn for_sending(env: &Env, config: &Config) -> Result<Option<TeamCipher>> {
        if !config.hub.raw {
            return Ok(None);
        }
        Ok(Some(TeamCipher::from_settings(env, config)?.ok_or(HubError::NoKey)?))
    }

    /// The team's key: `$CTX_HUB_KEY`, else what `[hub] key_command` prints; none where neither is set.
    pub fn from_settings(env: &Env, config: &Config) -> Result<Option<TeamCipher>> {
        let told = match (
            env.user_named_environment_variable("CTX_HUB_KEY").filter(|key| !key.is_empty()),
            &config.hub.key_command,
        ) {
            (Some(key), _) => key,
            (None, Some(command)) => read_secret_from_command(command, "key_command")?,
            (None, None) => return Ok(None),
        };
        Ok(Some(TeamCipher::from_hex(told.trim()).ok_or(HubError::BadKey)?))
    }

    fn from_hex(text: &str) -> Option<TeamCipher> {
        let mut key = [0u8; 32];
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        for (at, byte) in key.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
        }
        Some(TeamCipher(XChaCha20Poly1305::new(&Key::from(key))))
    }

    fn encrypt(&self, whose: &str, bytes: &[u8]) -> Result<Vec<u8>> {
        let mut nonce = [0u8; NONCE];
        ctx_model::random::fill_with_random_bytes(&mut nonce).context("no random numbers")?;
        let packed = zstd::bulk::compress(bytes, 3).map_err(HubError::Packing)?;
        let sealed = self.0.encrypt(&XNonce::from(nonce), Payload { msg: &packed, aad: whose.as_bytes() });
        let sealed = sealed.map_err(|_| HubError::Failed("sealing raw bytes for the hub"))?;
        Ok([&nonce[..], &sealed].concat())
    }

    /// None for what another key closed, or what was changed since.
    fn decrypt(&self, whose: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
        let packed = self.0.decrypt(&XNonce::from(*nonce), Payload { msg: sealed, aad: whose.as_bytes() }).ok()?;
        zstd::bulk::decompress(&packed, PIECE).ok()
    }
}

impl Hub {
    /// Adds the bytes of entries that are not there yet, each in a transaction; takes back those that have expired here.
    pub(super) fn push_raw_bytes<'e>(
        &mut self,
        store: &Store,
        project: &str,
        entries: impl Iterator<Item = &'e Entry>,
    ) -> Result<()> {
        let Some(seal) = self.seal.take() else { return Ok(()) };
        let done = entries.into_iter().try_for_each(|entry| {
            let bytes = match entry.blob {
                Some(blob) if !entry.expired && entry.raw_len.is_some_and(|len| len <= MOST) => {
                    read_undamaged_blob(store, blob)?
                }
                _ => None,
            };
            self.add_or_delete_sealed_bytes(&seal, project, entry.id.as_str(), bytes.as_deref())
        });
        self.seal = Some(seal);
        done
    }

    fn add_or_delete_sealed_bytes(
        &mut self,
        seal: &TeamCipher,
        project: &str,
        reference: &str,
        bytes: Option<&[u8]>,
    ) -> Result<()> {
        let (origin, team) = (self.own_origin_id(), self.team.clone());
        let whose = SealedBytesOwner { project, origin: &origin, reference };
        let mut transaction = self.begin_own_transaction()?;
        let own = "FROM ctx.sealed WHERE project = $1::text::uuid AND origin = $2::text::uuid AND ref = $3";
        let Some(bytes) = bytes else {
            transaction.execute(&format!("DELETE {own}"), &[&project, &origin, &reference])?;
            return Ok(transaction.commit()?);
        };
        let known = format!("SELECT EXISTS (SELECT 1 {own})");
        if transaction.query_one(&known, &[&project, &origin, &reference])?.get(0) {
            return Ok(());
        }
        let pieces = bytes.len().div_ceil(PIECE).max(1) as i32;
        for n in 0..pieces {
            let from = n as usize * PIECE;
            let sealed =
                seal.encrypt(&whose.piece_associated_data(n, pieces), &bytes[from..bytes.len().min(from + PIECE)])?;
            transaction.execute(
                "INSERT INTO ctx.sealed (project, team, origin, ref, n, pieces, bytes) \
                     VALUES ($1::text::uuid, $2, $3::text::uuid, $4, $5, $6, $7)",
                &[&project, &team, &origin, &reference, &n, &pieces, &sealed],
            )?;
        }
        Ok(transaction.commit()?)
    }

    /// The raw bytes of an entry, in order, each piece checked before it is handed on; `write` says whether somebody reads.
    pub fn fetch_raw_bytes(
        &mut self,
        origin: &str,
        prefix: &str,
        seal: Option<&TeamCipher>,
        write: &mut dyn FnMut(&[u8]) -> bool,
    ) -> Result<()> {
        let row = self.find_entry_row(origin, prefix)?;
        let (id, reference, project): (&str, &str, &str) = (row.get(0), row.get(2), row.get(27));
        let name = format!("[ctx:{origin}/{reference}]");
        let whose = SealedBytesOwner { project, origin: id, reference };
        let mut n = 0;
        loop {
            let piece = self
                .client
                .query_opt(
                    "SELECT pieces, bytes FROM ctx.sealed WHERE project = $1::text::uuid AND origin = $2::text::uuid AND ref = $3 AND n = $4 AND octet_length(bytes) <= 2097152",
                    &[&project, &id, &reference, &n],
                )?;
            let Some(piece) = piece else {
                return Err(match n {
                    0 => HubError::NoBytes { name, reference: format!("{origin}/{reference}") },
                    _ => {
                        HubError::Damaged(format!("the bytes of {name} on the hub are not whole: piece {n} is missing"))
                    }
                }
                .into());
            };
            let seal = seal.ok_or_else(|| HubError::Sealed(name.clone()))?;
            let pieces: i32 = piece.get(0);
            if !(1..=PIECES).contains(&pieces) {
                return Err(HubError::Damaged(format!("the bytes of {name} on the hub are not what ctx sends")).into());
            }
            let Some(bytes) = seal.decrypt(&whose.piece_associated_data(n, pieces), piece.get(1)) else {
                return Err(HubError::OtherKey(name).into());
            };
            n += 1;
            if !write(&bytes) || n == pieces {
                return Ok(());
            }
        }
    }
}

/// None for what is damaged here: that does not travel.
fn read_undamaged_blob(store: &Store, blob: i64) -> Result<Option<Vec<u8>>> {
    let mut reader = BlobReader::new(store, blob);
    let mut bytes = Vec::new();
    loop {
        match reader.append_next_chunk(&mut bytes) {
            Ok(Some(_)) => {}
            Ok(None) => return Ok(Some(bytes)),
            Err(error) if error.is_damage() => return Ok(None),
            Err(error) => return Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sealed_bytes_open_for_their_owner_and_nobody_else() {
        let seal = TeamCipher::from_hex(&"1f".repeat(32)).unwrap();
        let whose = SealedBytesOwner { project: "p", origin: "o", reference: "k7f2qa" };
        let sealed = seal.encrypt(&whose.piece_associated_data(0, 1), b"token=hunter2").unwrap();
        assert!(!sealed.windows(7).any(|window| window == b"hunter2"));
        assert_eq!(seal.decrypt(&whose.piece_associated_data(0, 1), &sealed).unwrap(), b"token=hunter2");
        // Another place, another number of pieces, a changed byte, another key, nothing at all.
        assert_eq!(seal.decrypt(&whose.piece_associated_data(1, 2), &sealed), None);
        assert_eq!(
            seal.decrypt(&SealedBytesOwner { reference: "k7f2qb", ..whose }.piece_associated_data(0, 1), &sealed),
            None
        );
        let mut changed = sealed.clone();
        *changed.last_mut().unwrap() ^= 1;
        assert_eq!(seal.decrypt("x", &changed), None);
        let whose = SealedBytesOwner { project: "p", origin: "o", reference: "k7f2qa" };
        assert_eq!(seal.decrypt(&whose.piece_associated_data(0, 1), &changed), None);
        assert_eq!(
            TeamCipher::from_hex(&"2f".repeat(32)).unwrap().decrypt(&whose.piece_associated_data(0, 1), &sealed),
            None
        );
        assert_eq!(seal.decrypt("", &[]), None);
        // The same bytes look different each time.
        assert_ne!(seal.encrypt("", b"x").unwrap(), seal.encrypt("", b"x").unwrap());
    }

    #[test]
    fn keys_are_64_hexadecimal_digits() {
        for wrong in ["", "1f", &"zz".repeat(32), &"é".repeat(32), &"1f".repeat(33)] {
            assert!(TeamCipher::from_hex(wrong).is_none(), "{wrong}");
        }
    }
}
