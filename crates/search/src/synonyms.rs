//! Other words for the same thing: people ask for a "folder" where a session says "directory".

/// Each line is a group of words that developers use for one another.
#[rustfmt::skip]
const GROUPS: &str = "\
    abort cancel interrupt\nabsent missing\nactual real\nadd append insert include\naddress url link\n\
    admin administrator\nallow permit enable\nanswer reply response\napp application program\n\
    archive backup snapshot\nargument parameter option flag\nassistant agent\nbegin start launch\n\
    bill cost price pricing charge\nbox panel card section\nbranch fork\nbroken failed failing failure\n\
    browse navigate\nbug defect issue\nbuild compile\nbutton control\ncache memoize\ncall invoke\ncatch handle\n\
    change edit modify update alter\ncheck verify validate test\nchoose select pick\nclean tidy\nclear reset empty\n\
    click press\nclient customer\nclose shut\ncode source\ncollapse fold hide\ncolour color\n\
    combine merge join consolidate\ncommand instruction\ncommit changeset\ncompare diff\n\
    config configuration settings preferences\nconnect attach link\ncontainer docker\ncopy duplicate clone\n\
    correct fix repair\ncount number total\ncrash panic segfault\ncreate make generate produce\n\
    database db sqlite postgres\ndate time timestamp\ndebug trace\ndecide choose decision\n\
    delay wait sleep timeout\ndelete remove drop erase\ndeny refuse reject forbid\ndependency package library\n\
    describe explain document\ndetect find discover probe\ndeveloper engineer dev\ndialog modal popup window\n\
    dictionary map\ndifferent other\ndisable deactivate\ndisk storage\ndisplay show render screen\n\
    document documentation docs guide\ndownload fetch\ndraw render paint\nearlier previous before old\n\
    element item entry\nend finish complete stop\nenvironment env\nerase wipe\nerror failure exception\n\
    evaluate measure benchmark\nexample sample\nexecute run\nexit quit\nexpand unfold\nextract parse\n\
    fast quick speed\nfile document\nfilter select\nfolder directory\nfont typeface\nformat layout\nfree release\n\
    function method routine\ngateway proxy\ngui window interface ui\nhalt stop\nheader heading title\n\
    helper utility\nhistory log\nhost server machine\nicon logo\nimage picture screenshot photo\nimport load\n\
    improve enhance\nincrease raise grow\nindex catalog\ninstall setup\ninternet network web\njob task work\n\
    keep retain preserve\nkey token\nkill terminate\nlanguage locale\nlate delayed\nlegacy old\n\
    library package module\nlicense licence\nline row\nlist array\nlive running\nlocal offline\nlocate find\n\
    log journal\nlogin signin authenticate\nmain primary\nmarkdown prose\nmatch fit\nmemory ram\nmenu dropdown\n\
    merge combine\nmessage notice\nmistake error wrong\nmobile phone\nmodule package\nmonitor observe watch\n\
    mouse pointer cursor click\nmove relocate migrate transfer\nname identifier\nnew fresh\nnode element\n\
    note remark comment\nnotification alert\nnumber amount quantity\nobsolete deprecated\nopen unresolved\n\
    outcome result\noutput result\npackage crate\npage site\npassword secret credential\npatch diff\npath route\n\
    pause suspend\nperformance speed\npermission access right\npipeline workflow ci\nplace location position\n\
    plan roadmap\nplatform system\nplugin extension addon\npopup menu dialog\nport migrate\nprint output\n\
    problem issue error\nprocess task\nprofile settings\nproject repository repo\nprompt input\n\
    publish release ship deploy upload\npush upload\nquery search question\nqueue backlog\nread load parse\n\
    receive get\nrecord entry\nrecover restore\nreduce shrink decrease\nrefactor restructure rewrite\n\
    registry repository npm\nregression breakage\nreload refresh\nremember memory\nreplace substitute\n\
    report summary\nrepository repo\nrequest ask\nrequire need\nresize scale\nrestart reboot\nretry reconnect\n\
    return give\nreview inspect audit\nrewrite refactor\nroot base\nsafe secure\nsave store persist write\n\
    schedule plan\nscreen display\nscript program\nsearch find lookup\nsecurity vulnerability\n\
    send transmit deliver\nseparate split external\nservice daemon\nshare publish\nshell terminal console\n\
    short brief\nshutdown stop terminate\nsignature sign\nsize length\nslow sluggish\nsmall tiny minor\n\
    socket websocket connection\nspeed performance\nsplit divide\nstage step phase\nstale outdated old\n\
    status state\nstore save keep\nstring text\nstyle css theme\nsuccessful passed green\n\
    suggestion recommendation proposal\nsummary overview\nsupport help\nswitch toggle\nsynchronize sync\ntag label\n\
    team group crew\ntest check spec\ntext words\nthread goroutine\ntool utility\ntooltip hint\ntranslate localize\n\
    tree hierarchy\ntry attempt\nturn convert transform\ntype kind class\nunderstand comprehend\n\
    undo revert rollback\nuninstall remove\nunique distinct\nupdate upgrade bump\nuse usage\nuser customer person\n\
    value amount\nvariable field\nversion release\nview look\nvisible shown displayed\nwarning caution\n\
    watch observe\nweb website site\nwhole entire complete\nwidth breadth\nwindow dialog\nworker agent\n\
    write create\nwrong incorrect false";

/// The words that may stand for this one; `stem` brings both to the same form.
pub fn synonyms_of(stemmed: &str, stem: impl Fn(&str) -> String) -> Vec<String> {
    let mut others: Vec<String> = Vec::new();
    // A stem begins as its words do: most rows need not be stemmed.
    let start = stemmed.get(..2).unwrap_or(stemmed);
    let mut behind = 0;
    for at in memchr::memmem::find_iter(GROUPS.as_bytes(), start) {
        let begins = at == 0 || matches!(GROUPS.as_bytes()[at - 1], b' ' | b'\n');
        if !begins || at < behind {
            continue;
        }
        let first = GROUPS[..at].rfind('\n').map_or(0, |end| end + 1);
        behind = GROUPS[at..].find('\n').map_or(GROUPS.len(), |end| at + end);
        let stems: Vec<String> = GROUPS[first..behind].split(' ').map(&stem).collect();
        if stems.iter().any(|other| other == stemmed) {
            others.extend(stems.into_iter().filter(|other| other != stemmed));
        }
    }
    others.sort();
    others.dedup();
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_work_in_both_directions_and_hold_words_only() {
        let plain = str::to_owned;
        assert!(synonyms_of("folder", plain).contains(&"directory".to_owned()));
        assert!(synonyms_of("directory", plain).contains(&"folder".to_owned()));
        assert!(synonyms_of("zebra", plain).is_empty());
        for group in GROUPS.lines() {
            let words: Vec<&str> = group.split(' ').collect();
            assert!(words.len() > 1, "{group}");
            assert!(words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())), "{group}");
        }
    }
}
