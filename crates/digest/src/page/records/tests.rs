use super::*;

fn issue(n: usize) -> String {
    format!(
        "{{\"url\":\"https://api.example.org/issues/{n}\",\"body\":\"First {n}. {}\",\"user\":{{\"login\":\"dev{n}\",\"site_admin\":false}},\"id\":{n},\"title\":\"Issue number {n}\",\"state\":\"open\",\"labels\":[]}}",
        "Then a long story follows. ".repeat(60)
    )
}

fn table(raw: &str, room: usize) -> String {
    let body = render_records_table(OutputKind::Data, &Text::from_bytes(raw.as_bytes()), room).expect("a table");
    assert!(body.text.len() <= room + 60, "{} of {room}", body.text.len());
    assert!(is_faithful_records_table(OutputKind::Data, &Text::from_bytes(raw.as_bytes()), &body), "{}", body.text);
    body.text
}

#[test]
fn every_record_is_named_before_one_is_told_in_full() {
    let list = (0..40).map(issue).collect::<Vec<_>>().join(",");
    for raw in [
        format!("[{list}]"),
        format!("{{\"total_count\":40,\"items\":[{list}]}}"),
        format!("HTTP/2 200\ncontent-type: application/json\n\n[{list}]\ndone in 3 s\n"),
        (0..40).map(issue).collect::<Vec<_>>().join("\n"),
    ] {
        let page = table(&raw, 8000);
        let named = (0..40)
            .all(|n| page.contains(&format!("  {n}, \"Issue number {n}\", ")) && page.contains(&format!("\"dev{n}\"")));
        assert!(
            named && page.contains("40 records") && page.contains("\"First 7. …")
                || named && page.contains("issues/7\""),
            "{page}"
        );
    }
}

#[test]
fn what_is_rare_is_named() {
    let order = |n: usize| {
        let state = if n == 91 { "failed" } else { ["paid", "open"][n % 2] };
        format!("{{\"id\":{n},\"sku\":\"PEN-{}\",\"status\":\"{state}\"}}", n % 7)
    };
    let raw = (0..200).map(order).collect::<Vec<_>>().join("\n");
    let page = table(&raw, 900);
    for line in ["status: paid ×100, open ×99, failed ×1", &order(91)] {
        assert!(page.lines().any(|own| own == line), "{line} in {page}");
    }
}

#[test]
fn what_does_not_fit_is_counted() {
    let list = (0..140).map(issue).collect::<Vec<_>>().join(",");
    let page = table(&format!("[{list}]"), 500);
    let shown = page.lines().filter(|line| line.starts_with("  ")).count();
    assert!(page.ends_with(&format!("… {} of 140 records\n", 140 - shown)), "{page}");
}

#[test]
fn a_document_that_was_cut_off_shows_the_records_before_the_cut() {
    let raw = format!("{{\"items\":[{}]}}", (0..40).map(issue).collect::<Vec<_>>().join(","));
    for end in [raw.len() - 3, raw.len() / 2, raw.len() / 2 + 777] {
        let page = table(&raw[..end], 8000);
        assert!(page.contains("cut off") && page.contains("\"Issue number 17\""), "{page}");
    }
}

#[test]
fn records_with_other_keys_name_their_own() {
    let event = |n: usize| match n % 3 {
        0 => {
            format!("{{\"at\":{n},\"opened\":{{\"name\":\"file-{n}\",\"mode\":\"w\",\"size\":{n},\"owner\":\"me\"}}}}")
        }
        1 => format!("{{\"at\":{n},\"answer\":\"{}\"}}", "Yes. It is so. ".repeat(80)),
        _ => format!("{{\"at\":{n},\"failed\":{{\"why\":\"no-{n}\",\"code\":{n},\"try\":1,\"left\":0}}}}"),
    };
    let page = table(&(0..30).map(event).collect::<Vec<_>>().join("\n"), 4000);
    assert!(page.contains("  {opened.name: \"file-9\", ") && page.contains("failed.why: \"no-29\""), "{page}");
    assert!(!page.contains(", -"), "{page}");
}

#[test]
fn a_text_without_a_list_has_no_table() {
    let flat = format!("{{\"a\":\"{}\"}}", "b".repeat(900));
    for raw in [
        &flat,
        &"[1,2,3]\n".repeat(90),
        &"no json\n".repeat(90),
        &"[12] worker started\n[13] worker ended\n".repeat(40),
    ] {
        assert!(render_records_table(OutputKind::Data, &Text::from_bytes(raw.as_bytes()), 500).is_none(), "{raw}");
    }
}

#[test]
fn an_object_of_objects_is_a_list_whose_keys_are_names() {
    let package = |n: usize| {
        format!("\"node_modules/pack-{n}\":{{\"version\":\"{n}.0.1\",\"integrity\":\"sha512-{}\"}}", "AbCd9".repeat(16))
    };
    let packages = (0..80).map(package).collect::<Vec<_>>().join(",");
    let page = table(&format!("{{\"name\":\"shop\",\"lockfileVersion\":3,\"packages\":{{{packages}}}}}"), 4000);
    let is_named = |n: usize| page.contains(&format!("\"node_modules/pack-{n}\", \"{n}.0.1\""));
    assert!(
        (0..80).all(is_named) && page.contains("packages: 80 records") && page.contains("lockfileVersion: 3"),
        "{page}"
    );
}
