//! Public addresses: not this machine, its networks, or special ranges.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The network or use of an address that is not public.
pub fn non_public_network(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(address) => non_public_ipv4_network(address),
        IpAddr::V6(address) => non_public_ipv6_network(address),
    }
}

fn non_public_ipv4_network(address: Ipv4Addr) -> Option<&'static str> {
    let [a, b, c, _] = address.octets();
    match (a, b, c) {
        (0, ..) => Some("this network"),
        (127, ..) => Some("this machine"),
        (10, ..) | (172, 16..=31, _) | (192, 168, _) => Some("a private network"),
        (100, 64..=127, _) => Some("a carrier's network"),
        // Clouds also serve their machines' credentials here.
        (169, 254, _) => Some("this link"),
        (192, 0, 0) | (198, 18..=19, _) => Some("a network for tests and protocols"),
        (192, 0, 2) | (198, 51, 100) | (203, 0, 113) => Some("documentation"),
        (192, 88, 99) => Some("a relay"),
        (224..=239, ..) => Some("many machines at once"),
        (240.., ..) => Some("nobody yet"),
        _ => None,
    }
}

fn non_public_ipv6_network(address: Ipv6Addr) -> Option<&'static str> {
    if let Some(inner) = embedded_ipv4(address) {
        return non_public_ipv4_network(inner);
    }
    let [first, second, ..] = address.segments();
    match (first, second) {
        _ if address.is_loopback() => Some("this machine"),
        _ if address.is_unspecified() => Some("this network"),
        (0xfc00..=0xfdff, _) => Some("a private network"),
        (0xfe80..=0xfebf, _) => Some("this link"),
        (0xfec0..=0xfeff, _) => Some("a private network"),
        (0xff00.., _) => Some("many machines at once"),
        (0x2001, 0xdb8) | (0x3fff, 0..=0xfff) => Some("documentation"),
        (0x2001, 0..=0x1ff) | (0x5f00, _) => Some("a network for tests and protocols"),
        (0x100, 0) => Some("nobody"),
        (0x2000..=0x3fff, _) => None,
        _ => Some("nobody yet"),
    }
}

/// The IPv4 address inside an IPv6 one: mapped, compatible, translated (also within a site), 6to4.
fn embedded_ipv4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let segments = address.segments();
    let tail = || {
        let [.., high, low] = segments;
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        Ipv4Addr::new(a, b, c, d)
    };
    match segments {
        [0, 0, 0, 0, 0, 0xffff, ..] | [0, 0, 0, 0, 0xffff, 0, ..] => Some(tail()),
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 || low > 1 => Some(tail()),
        [0x64, 0xff9b, 0, 0, 0, 0, ..] | [0x64, 0xff9b, 1, ..] => Some(tail()),
        [0x2002, high, low, ..] => {
            let [a, b] = high.to_be_bytes();
            let [c, d] = low.to_be_bytes();
            Some(Ipv4Addr::new(a, b, c, d))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_belongs_to_everybody_is_public() {
        for address in [
            "127.0.0.1",
            "127.255.255.254",
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "100.64.0.1",
            "100.127.255.255",
            "169.254.169.254",
            "192.0.0.8",
            "192.0.2.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.250",
            "240.0.0.1",
            "255.255.255.255",
            "192.88.99.1",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "::127.0.0.1",
            "::ffff:0:10.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b:1::10.0.0.1",
            "2002:7f00:1::",
            "2002:a00:1::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "100::1",
            "3fff::1",
            "5f00::1",
            "4000::1",
        ] {
            assert!(non_public_network(address.parse().unwrap()).is_some(), "{address}");
        }
        for address in [
            "1.1.1.1",
            "8.8.8.8",
            "172.15.0.1",
            "172.32.0.1",
            "100.63.0.1",
            "100.128.0.1",
            "192.169.0.1",
            "169.253.0.1",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450::1",
            "::ffff:8.8.8.8",
            "64:ff9b::8.8.8.8",
            "2002:808:808::1",
        ] {
            assert_eq!(non_public_network(address.parse().unwrap()), None, "{address}");
        }
    }
}
