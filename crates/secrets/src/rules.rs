//! The table of shapes: name, keywords, pattern. A pattern is only tried on texts with one of its rule's keywords;
//! patterns are compiled on first need.

use std::sync::LazyLock;

use regex::bytes::Regex;

pub struct Rule {
    pub name: &'static str,
    pub keywords: &'static [&'static str],
    #[cfg(test)]
    pub pattern: &'static str,
}

// ASCII classes only: Unicode ones cost fifty times as much to compile. Group 1, if there is one, is the secret. A
// prefix that nothing else begins with may stand anywhere, also after a letter or an escape (`%3Dghp_…`).
macro_rules! rules {
    ($(($name:literal, [$($keyword:literal),+], $pattern:expr)),+ $(,)?) => {
        pub const RULES: &[Rule] = &[$(Rule { name: $name, keywords: &[$($keyword),+], #[cfg(test)] pattern: $pattern }),+];
        pub static PATTERNS: [LazyLock<Option<Regex>>; RULES.len()] = [$(LazyLock::new(|| compile($pattern))),+];
    };
}

pub fn compile(pattern: &str) -> Option<Regex> {
    regex::bytes::RegexBuilder::new(pattern).unicode(false).build().ok()
}

/// One word of a command line, with or without quotes.
macro_rules! word {
    () => {
        r#"(?:'((?:'\\''|[^'\n]){3,})'|"([^"\n]{3,})"|([^\s'"]{4,}))"#
    };
}

rules![
    ("aws-key-id", ["AKIA", "ASIA", "ABIA", "ACCA", "A3T"], r"\b(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[0-9A-Z]{16}\b"),
    (
        "aws-secret",
        [
            "aws_secret",
            "AWS_SECRET",
            "ecretAccessKey",
            "secretaccesskey",
            "SECRETACCESSKEY",
            "secret_access_key",
            "SECRET_ACCESS_KEY"
        ],
        r#"(?i)(?:aws_secret_access_key|aws_secret_key|secret_access_key|secretaccesskey)["']?\s*[:=]\s*["']?([A-Za-z0-9/+=]{40})(?:[^A-Za-z0-9/+=]|$)"#
    ),
    (
        "aws-bedrock",
        ["ABSK", "bedrock-api-key-"],
        r"\bABSK[A-Za-z0-9+/]{80,}={0,2}|bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t[A-Za-z0-9+/=]*"
    ),
    (
        "github",
        ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
        r"gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255}"
    ),
    (
        "gitlab",
        [
            "glpat-",
            "glptt-",
            "gldt-",
            "glrt-",
            "glrtr-",
            "glcbt-",
            "glagent-",
            "glsoat-",
            "glft-",
            "glffct-",
            "glimt-",
            "gloas-",
            "glwt-",
            "GR1348941",
            "_gitlab_session="
        ],
        r"gl(?:pat|ptt|dt|rt|rtr|cbt|agent|soat|ft|ffct|imt|oas|wt)-[A-Za-z0-9_\-.]{20,}|\bGR1348941[A-Za-z0-9_\-]{20,}|_gitlab_session=([0-9a-z]{32})"
    ),
    (
        "slack",
        ["xox", "xapp-", "hooks"],
        r"\bxoxd-[A-Za-z0-9%/+=-]{20,}|\b(?:xox[a-z][0-9]?(?:.xox[bp])?|xapp)-[A-Za-z0-9-]{10,250}|hooks.slack.com/(?:services|workflows|triggers)/([A-Za-z0-9/+_-]{20,})"
    ),
    (
        "stripe",
        ["sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_", "whsec_"],
        r"\b(?:[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,99}|whsec_[A-Za-z0-9+/=]{24,})"
    ),
    ("anthropic", ["sk-ant-"], r"sk-ant-[A-Za-z0-9_-]{20,}"),
    (
        "openai",
        ["sk-"],
        r"\bsk-(?:proj-|svcacct-|admin-|None-)[A-Za-z0-9_-]{20,}|\bsk-[A-Za-z0-9_-]*T3BlbkFJ[A-Za-z0-9_-]{10,}|\bsk-[A-Za-z0-9]{40,}\b|\bsk-or-v1-[0-9a-f]{64}"
    ),
    (
        "google",
        ["AIza", "ya29.", "GOCSPX-", "1//0"],
        r"\b(AIza[0-9A-Za-z_-]{35})(?:[^0-9A-Za-z_-]|$)|\b(?:ya29\.[0-9A-Za-z_-]{20,}|GOCSPX-[0-9A-Za-z_-]{28}|1//0[0-9A-Za-z_-]{30,})"
    ),
    ("npm", ["npm_", "_authToken"], r"\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=\s*([^\s$]{16,})"),
    ("pypi", ["pypi-"], r"\bpypi-[A-Za-z0-9_-]{50,}"),
    ("crates-io", ["cio"], r"\bcio[A-Za-z0-9]{32}\b"),
    ("rubygems", ["rubygems_"], r"\brubygems_[a-z0-9]{42,52}\b"),
    ("nuget", ["oy2"], r"\boy2[a-z0-9]{43}\b"),
    ("clojars", ["CLOJARS_"], r"\bCLOJARS_[A-Za-z0-9]{60}\b"),
    (
        "jwt",
        ["eyJ", ".ey", "ZXlK"],
        r"\bey[A-Za-z0-9]{8,}\.ey[A-Za-z0-9/\\_-]{8,}\.(?:[A-Za-z0-9/\\_-]{8,}={0,2})?|\beyJ[A-Za-z0-9_-]{10,}={0,2}\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}|\beyJ[A-Za-z0-9_-]{8,}\.\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}|\bZXlK[A-Za-z0-9+/_-]{40,}={0,2}"
    ),
    (
        "url-password",
        ["://"],
        r#"\b[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\s/:@"'<>]{0,100}:([^\s/"'<>]{3,200}|[^\s/@"'<>]*[^0-9\s/@"'<>][^\s/@"'<>]*/[^\s@"'<>]{3,200})@"#
    ),
    // A token in the place of the user.
    ("cli-random", ["://"], r#"\b[a-z][a-z0-9+.-]{1,30}://([A-Za-z0-9_-]{20,100})(?::[^\s/@"'<>]{0,60})?@"#),
    (
        "url-token",
        ["token=", "TOKEN=", "key=", "KEY=", "sig=", "SIG=", "ignature=", "IGNATURE=", "Token="],
        r"[?&](?i:access_token|auth_token|token|api_?key|sig|signature|X-Amz-Signature|X-Amz-Security-Token|X-Goog-Signature)=([A-Za-z0-9%_.+/=-]{16,})"
    ),
    (
        "auth-header",
        [
            "uthorization",
            "UTHORIZATION",
            "asic ",
            "ASIC ",
            "earer ",
            "earer, ",
            "EARER ",
            "EARER, ",
            "pikey ",
            "piKey ",
            "pi-key ",
            "PIKEY ",
            "PI-KEY "
        ],
        r#"(?i)(?:^|[^a-z])authorization["']\s*,\s*["'][a-z][a-z0-9-]{1,20} +([^\s"',;<>\\\]]{8,})|(?:^|[^a-z])authorization["']?\s*[:=]\s*\[?["']?(?:[a-z][a-z0-9-]{1,20}\s+)?([^\s"',;<>\\\]]{8,})|\bbasic +([A-Za-z0-9+/]{12,}={0,2})|\bbearer,? +([A-Za-z0-9+/=_.~-]{16,})|\bapi-?key +([A-Za-z0-9+/=_.~-]{16,})"#
    ),
    (
        "header-key",
        [
            "pi-key",
            "PI-KEY",
            "pi-Key",
            "uth-token",
            "UTH-TOKEN",
            "uth-Token",
            "ccess-token",
            "CCESS-TOKEN",
            "ccess-Token",
            "RIVATE-TOKEN",
            "rivate-token",
            "rivate-Token",
            "et-cookie",
            "ET-COOKIE",
            "et-Cookie"
        ],
        r#"(?i)(?:x-api-key|api-key|x-auth-token|x-access-token|private-token)["']?\s*:\s*["']?([^\s"',;]{12,})|set-cookie["']?\s*:\s*["']?[^\s"',;=]+=([^\s"',;\\]{12,})"#
    ),
    (
        "azure",
        ["AccountKey=", "SharedAccessKey=", "Q~"],
        r"(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/=]{40,})|(?:^|[\s'\x22`=:(,>\\])([A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34})(?:[^A-Za-z0-9_~.-]|$)"
    ),
    ("digitalocean", ["dop_v1_", "doo_v1_", "dor_v1_"], r"\bdo[opr]_v1_[a-f0-9]{64}\b"),
    ("sendgrid", ["SG."], r"\bSG\.(?:[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}\b|[A-Za-z0-9=_.-]{66})"),
    ("brevo", ["xkeysib-", "xsmtpsib-"], r"\bx(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}\b"),
    ("mailgun", ["key-", "pubkey-"], r"\b(?:pub)?key-[0-9a-z]{32}\b"),
    ("mailchimp", ["-us"], r"\b[0-9a-f]{32}-us[0-9]{1,2}\b"),
    ("twilio", ["SK"], r"\bSK[0-9a-fA-F]{32}\b"),
    ("telegram", [":AA"], r"(?:\bbot|\b)([0-9]{5,16}:AA[A-Za-z0-9_-]{32,36})"),
    (
        "discord",
        ["discord.com/api/webhooks", "discordapp.com/api/webhooks"],
        r"discord(?:app)?\.com/api/webhooks/[0-9]{15,}/([A-Za-z0-9_-]{40,})"
    ),
    (
        "teams-webhook",
        ["webhook.office.com", "outlook.office.com"],
        r"(?:webhook\.office\.com/webhookb2|outlook\.office\.com/webhook)/([A-Za-z0-9@-]{30,}/IncomingWebhook/[A-Za-z0-9/-]{30,})"
    ),
    ("shopify", ["shpat_", "shpca_", "shppa_", "shpss_", "shptka_"], r"\bshp(?:at|ca|pa|ss|tka)_[a-fA-F0-9]{30,40}\b"),
    ("shippo", ["shippo_"], r"\bshippo_(?:live|test)_[a-fA-F0-9]{40}\b"),
    ("square", ["sq0", "EAAA"], r"\bsq0[a-z]{3}-[A-Za-z0-9_-]{22,}|\bEAAA[A-Za-z0-9_-]{22,60}\b"),
    (
        "facebook",
        ["EAA", "%", "|"],
        r"\bEAA[A-Z][A-Za-z0-9]{60,}|\bEAACEdEose0cBA[A-Za-z0-9]{8,}|\b[0-9]{15,16}(?:\||%)[0-9A-Za-z_-]{27,40}"
    ),
    ("easypost", ["EZAK", "EZTK"], r"\bEZ[AT]K[A-Za-z0-9]{54}\b"),
    ("duffel", ["duffel_"], r"\bduffel_(?:live|test)_[A-Za-z0-9_=-]{43}"),
    ("flutterwave", ["FLWSECK", "FLWPUBK"], r"\bFLW(?:SECK|PUBK)(?:_TEST)?-[A-Za-z0-9]{12,32}(?:-X)?\b"),
    ("frame-io", ["fio-u-"], r"\bfio-u-[A-Za-z0-9_=-]{64}"),
    ("hugging-face", ["hf_", "api_org_"], r"\bhf_[A-Za-z0-9]{34,40}\b|\bapi_org_[A-Za-z]{34}\b"),
    ("replicate", ["r8_"], r"\br8_[A-Za-z0-9]{37}\b"),
    ("groq", ["gsk_"], r"\bgsk_[A-Za-z0-9]{40,}"),
    ("perplexity", ["pplx-"], r"\bpplx-[A-Za-z0-9]{40,}"),
    ("xai", ["xai-"], r"\bxai-[A-Za-z0-9]{60,}"),
    ("databricks", ["dapi"], r"\bdapi[a-f0-9]{32}(?:-[0-9])?\b"),
    ("linear", ["lin_api_", "lin_oauth_"], r"\blin_(?:api|oauth)_[A-Za-z0-9]{40,}"),
    ("notion", ["ntn_", "secret_"], r"\bntn_[A-Za-z0-9]{40,}\b|\bsecret_[A-Za-z0-9]{43}\b"),
    ("figma", ["figd_", "figu_", "figo_", "figdr_", "figur_"], r"\bfig(?:d|u|o|dr|ur)_[A-Za-z0-9_-]{30,}"),
    ("airtable", ["pat"], r"\bpat[A-Za-z0-9]{14}\.[a-z0-9]{64}\b"),
    ("adobe", ["p8e-"], r"\bp8e-[A-Za-z0-9]{32}\b"),
    ("alibaba", ["LTAI"], r"\bLTAI[A-Za-z0-9]{12,26}\b"),
    (
        "1password",
        ["ops_eyJ", "A3-"],
        r"\bops_eyJ[A-Za-z0-9+/]{80,}={0,3}|\bA3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}\b"
    ),
    ("artifactory", ["AKC", "cmVmd"], r"\bAKC[A-Za-z0-9]{60,80}\b|\bcmVmd[A-Za-z0-9]{55,65}\b"),
    (
        "authress",
        ["sc_", "ext_", "scauth_", "authress_"],
        r"\b(?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.(?:acc)[_-][A-Za-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120}"
    ),
    ("clickhouse", ["4b1d"], r"\b4b1d[A-Za-z0-9]{38}\b"),
    ("cloudflare", ["v1.0-"], r"\bv1\.0-[a-z0-9]{24}-[a-z0-9]{146}\b"),
    ("dynatrace", ["dt0"], r"\bdt0[A-Za-z][0-9]{2}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}\b"),
    ("fly-io", ["fo1_", "fm1", "fm2"], r"\bfo1_[A-Za-z0-9_-]{43}\b|\bfm[12][ar]?_[A-Za-z0-9+/]{100,}={0,3}"),
    ("harness", ["pat.", "sat."], r"\b[ps]at\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}\b"),
    ("heroku", ["HRKU-AA"], r"\bHRKU-AA[A-Za-z0-9_-]{58}\b"),
    ("infracost", ["ico-"], r"(?:^|[^A-Za-z0-9.])(ico-[A-Za-z0-9]{32})\b"),
    ("intra42", ["s-s4t2"], r"\bs-s4t2(?:ud|af)-[a-f0-9]{64}\b"),
    ("maxmind", ["_mmk"], r"\b[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\b"),
    ("octopus", ["API-"], r"\bAPI-[A-Z0-9]{26}\b"),
    ("openshift", ["sha256~"], r"\bsha256~[A-Za-z0-9_-]{43}"),
    ("prefect", ["pnu_", "pnb_"], r"\bpn[ub]_[A-Za-z0-9]{36}\b"),
    ("readme", ["rdme_"], r"\brdme_[a-z0-9]{70}\b"),
    ("scalingo", ["tk-us-"], r"\btk-us-[A-Za-z0-9_-]{48}"),
    ("settlemint", ["sm_"], r"\bsm_(?:aat|pat|sat)_[A-Za-z0-9]{16}\b"),
    (
        "sourcegraph",
        ["sgp_", "slk_", "ourcegraph", "OURCEGRAPH"],
        r#"\bsgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}\b|(?i:sourcegraph)[a-zA-Z_ ]{0,20}["']?\s*[:=]\s*["']?([a-fA-F0-9]{40})\b|\bsgp_[A-Za-z0-9]{64}\b|\bslk_[a-f0-9]{64}\b"#
    ),
    ("sumologic", ["umo", "UMO"], r#"(?i)sumo[a-z._-]{0,24}["'\s]{0,3}[:=]+\s*["']?(su[A-Za-z0-9]{12})\b"#),
    ("atlassian", ["ATATT3", "ATCTT3"], r"\bAT[AC]TT3[A-Za-z0-9_\-=]{32,}"),
    ("bitbucket", ["ATBB"], r"\bATBB[A-Za-z0-9]{32}\b"),
    ("docker", ["dckr_pat_", "dckr_oat_"], r"\bdckr_[po]at_[A-Za-z0-9_-]{24,}"),
    (
        "hashicorp",
        ["hvs.", "hvb.", "hvr.", "s.", ".atlasv1."],
        r"\bhv[sbr]\.[A-Za-z0-9_-]{24,}|\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}|(?:^|[\s'\x22=:])(s\.[A-Za-z0-9]{24})(?:[^A-Za-z0-9.(_]|$)"
    ),
    ("doppler", ["dp."], r"\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,}"),
    ("pulumi", ["pul-"], r"\bpul-[a-z0-9]{40}\b"),
    ("planetscale", ["pscale_"], r"\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,}"),
    ("supabase", ["sbp_", "sb_secret_"], r"\bsbp_(?:oauth_|v0_)?[a-f0-9]{40}\b|\bsb_secret_[A-Za-z0-9_-]{20,}"),
    (
        "grafana",
        ["glc_", "glsa_", "eyJrIjoi"],
        r"\bglc_[A-Za-z0-9+/=]{32,}|\bglsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}\b|\beyJrIjoi[A-Za-z0-9]{60,}={0,3}"
    ),
    (
        "new-relic",
        ["NRAK-", "nrak-", "NRJS-", "NRI", "nri", "NRAA-", "nraa-", "NRRA-", "nrra-", "NRAL", "px-api-", "px-dep-"],
        r"\b(?i:NRAK)-[A-Za-z0-9]{27}\b|\bNRJS-[a-f0-9]{19}\b|\b(?i:NRI[IQ])-[A-Za-z0-9_-]{32}|\b(?i:NRAA)-[a-f0-9]{27}\b|\b(?i:NRRA)-[a-f0-9]{42}\b|\b[a-z0-9]{36}NRAL\b|\bpx-(?:api|dep)-[a-f0-9]{8}-[a-f0-9-]{27}\b"
    ),
    ("sentry", ["sntrys_", "sntryu_", "sntrya_", "sntryi_"], r"\bsntry[suai]_[A-Za-z0-9_=+/-]{40,}"),
    ("postman", ["PMAK-"], r"\bPMAK-[A-Za-z0-9]{24}-[A-Za-z0-9]{34}\b"),
    ("age", ["AGE-SECRET-KEY-1"], r"\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b"),
    ("tailscale", ["tskey-"], r"\btskey-(?:[a-z]+-)?[A-Za-z0-9]+-[A-Za-z0-9]{8,}\b"),
    (
        "vercel",
        ["vercel_blob_rw_", "vcp_", "vck_"],
        r"\bvercel_blob_rw_[A-Za-z0-9]{16,}_[A-Za-z0-9]{20,}|\bvc[pk]_[A-Za-z0-9]{40,}\b"
    ),
    ("buildkite", ["bkua_", "bkct_", "bkaj_"], r"\bbk(?:ua|ct|aj)_[a-z0-9]{32,}\b"),
    ("circleci", ["CCIPAT_", "CCIPRJ_"], r"\bCCIP(?:AT|RJ)_[A-Za-z0-9]{20,}_[a-z0-9]{40}\b"),
    ("adafruit", ["aio_"], r"\baio_[A-Za-z0-9]{28}\b"),
    ("azure-devops", ["AZDO"], r"\b[A-Za-z0-9]{60,80}AZDO[A-Za-z0-9]{4}\b"),
    ("cockroach", ["CCDB1_"], r"\bCCDB1_[A-Za-z0-9]{22}_[A-Za-z0-9]{40}\b"),
    ("contentful", ["CFPAT-"], r"\bCFPAT-[A-Za-z0-9_-]{43}"),
    ("dropbox", ["sl."], r"\bsl\.(?:u\.)?[A-Za-z0-9_-]{130,}"),
    (
        "hubspot",
        ["pat-na", "pat-eu", "pat-ap"],
        r"\bpat-(?:na|eu|ap)[0-9]?-[A-Za-z0-9]{8}-[A-Za-z0-9]{4}-[A-Za-z0-9]{4}-[A-Za-z0-9]{4}-[A-Za-z0-9]{12}\b"
    ),
    ("ionic", ["ion_"], r"\bion_[A-Za-z0-9]{42}\b"),
    ("langsmith", ["lsv2_", "ls__"], r"\blsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}\b|\bls__[a-f0-9]{32}\b"),
    (
        "launchdarkly",
        ["sdk-", "api-"],
        r"\b(?:sdk|api)-[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[a-f0-9]{4}-[a-f0-9]{12}\b"
    ),
    ("mapbox", ["sk.ey", "pk.ey", "tk.ey"], r"\b[pst]k\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}"),
    ("mongodb", ["mdb_sa_sk_"], r"\bmdb_sa_sk_[A-Za-z0-9_-]{40}"),
    ("netlify", ["nfp_", "nfc_", "nfo_", "nfu_", "nfb_"], r"\bnf[pcoub]_[A-Za-z0-9]{36,}\b"),
    ("nvidia", ["nvapi-"], r"\bnvapi-[A-Za-z0-9_-]{60,}"),
    ("deepseek", ["sk-", "sk_"], r"\bsk[-_][a-f0-9]{32}\b|\bsk_[a-f0-9]{48}\b"),
    ("pinecone", ["pcsk_"], r"\bpcsk_[A-Za-z0-9_]{50,}"),
    (
        "plaid",
        ["access-"],
        r"\baccess-(?:sandbox|development|production)-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}\b"
    ),
    ("posthog", ["phx_"], r"\bphx_[A-Za-z0-9]{40,}\b"),
    ("rapidapi", ["msh"], r"\b[a-f0-9]{10}msh[a-f0-9]{15}p1[a-f0-9]{5}jsn[a-f0-9]{12}\b"),
    ("razorpay", ["rzp_"], r"\brzp_(?:live|test)_[A-Za-z0-9]{14,}\b"),
    ("render", ["rnd_"], r"\brnd_[A-Za-z0-9]{28,}\b"),
    ("resend", ["re_"], r"\bre_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}\b"),
    ("salesforce", ["00D"], r"\b00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{90,}"),
    ("sonar", ["sqp_", "squ_", "sqa_"], r"\bsq[pua]_[a-f0-9]{40}\b"),
    ("tavily", ["tvly-"], r"\btvly-[A-Za-z0-9-]{30,}"),
    ("together", ["tgp_v1_"], r"\btgp_v1_[A-Za-z0-9_-]{40,}"),
    ("twitter", ["AAAAAAAAAAAAAAAAAAAAA"], r"\bAAAAAAAAAAAAAAAAAAAAA[A-Za-z0-9]{8,12}%(?:2B|3D|2F)?[A-Za-z0-9%]{40,}"),
    ("typeform", ["tfp_"], r"\btfp_[A-Za-z0-9_.=-]{40,59}"),
    ("wandb", ["wandb_v1_"], r"\bwandb_v1_[A-Za-z0-9_]{60,}"),
    ("yandex", ["AQVN", "t1.9"], r"\bAQVN[A-Za-z0-9_-]{35,38}\b|\bt1\.9[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{86}"),
    ("zapier", ["hooks.zapier.com"], r"hooks\.zapier\.com/hooks/catch/[0-9]{5,}/([A-Za-z0-9]{6,})"),
    ("apify", ["apify_api_"], r"\bapify_api_[A-Za-z0-9]{30,}\b"),
    (
        "amazon",
        ["amzn.mws.", "amzn1.oa2-cs.", "da2-", "Atz"],
        r"\bamzn\.mws\.[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}\b|\bamzn1\.oa2-cs\.v1\.[a-f0-9]{64}\b|\bda2-[a-z0-9]{26}\b|\bAtz[ar]\|[A-Za-z0-9_-]{40,}"
    ),
    ("braintree", ["access_token$"], r"\baccess_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}\b"),
    ("cerebras", ["csk-"], r"\bcsk-[a-z0-9]{48}\b"),
    ("clickup", ["pk_"], r"\bpk_[0-9]{6,9}_[A-Z0-9]{32}\b"),
    ("dependency-track", ["odt_"], r"\bodt_[A-Za-z0-9_]{32,60}\b"),
    ("e2b", ["e2b_"], r"\be2b_[a-f0-9]{40}\b"),
    ("elastic", ["essu_"], r"\bessu_[A-Za-z0-9+/=_-]{40,}"),
    ("firebase", [":APA91b"], r"\b[A-Za-z0-9_-]{11}:APA91b[A-Za-z0-9_-]{100,}"),
    ("firecrawl", ["fc-"], r"\bfc-[a-f0-9]{32}\b"),
    ("fireworks", ["fw_"], r"\bfw_[A-Za-z0-9]{22,24}\b"),
    ("flexport", ["shltm_"], r"\bshltm_[A-Za-z0-9_-]{40}"),
    ("fullstory", ["na1.", "eu1."], r"\b(?:na|eu)1\.[A-Za-z0-9+/=]{90,}"),
    ("jina", ["jina_"], r"\bjina_[A-Za-z0-9_-]{50,}"),
    ("kaggle", ["KGAT_"], r"\bKGAT_[a-f0-9]{32}\b"),
    ("langfuse", ["sk-lf-"], r"\bsk-lf-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}\b"),
    ("neon", ["napi_"], r"\bnapi_[a-z0-9]{60,}\b"),
    (
        "pubnub",
        ["pub-c-", "sec-c-"],
        r"\bpub-c-[a-z0-9]{8}-[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{12}\b|\bsec-c-[A-Za-z0-9=]{40,}"
    ),
    ("snyk", ["snyk_"], r"\bsnyk_[su]at\.[a-z0-9]{8}\.[A-Za-z0-9._-]{20,}"),
    ("stackhawk", ["hawk."], r"\bhawk\.[A-Za-z0-9_-]{20}\.[A-Za-z0-9_-]{20}\b"),
    ("teamwork", ["tkn.v1_"], r"\btkn\.v1_[A-Za-z0-9+/=]{60,}"),
    ("telnyx", ["KEY0"], r"\bKEY0[A-Za-z0-9_-]{54}\b"),
    ("ticket-tailor", ["sk_"], r"\bsk_[0-9]{1,8}_[0-9]{1,8}_[a-f0-9]{32}\b"),
    ("twitch", ["live_"], r"\blive_[0-9]{6,12}_[A-Za-z0-9]{28,32}\b"),
    ("ubidots", ["BBFF-"], r"\bBBFF-[A-Za-z0-9]{30}\b"),
    ("voiceflow", ["VF."], r"\bVF\.(?:[A-Z]{2,4}\.)?[a-fA-F0-9]{24}\.[A-Za-z0-9]{16}\b"),
    ("voyage", ["pa-"], r"\bpa-[A-Za-z0-9_-]{43}\b"),
    ("zoho", ["1000."], r"\b1000\.[a-f0-9]{32}\.[a-f0-9]{32}\b"),
    (
        "private-key-base64",
        ["LS0tLS1CRUdJTi"],
        r"LS0tLS1CRUdJTi[A-Za-z0-9+/]{0,40}(?:UFJJVkFURSBLRVkt|BSSVZBVEUgS0VZL|QUklWQVRFIEtFWS)[A-Za-z0-9+/=]{20,}"
    ),
    (
        "account-hash",
        [":$"],
        r"^[A-Za-z_][A-Za-z0-9_.@-]{0,63}:(\$(?:1|5|6|7|y|gy|apr1|2[abxy]|sha1|argon2id?)\$[./A-Za-z0-9$=,]{20,})"
    ),
    ("vault-unseal", ["nseal "], r"\b[Uu]nseal (?:[Kk]ey ?[0-9]*: ?)?([A-Za-z0-9+/]{40,64}={0,2})(?:\s|$)"),
    (
        "prefixed-token",
        ["live_", "prod_", "test_", "pat_", "sk_", "rk_", "pk_", "key_", "key-", "secret_", "token_", "tok_", "api_"],
        r"\b(?:[a-z][a-z0-9]{1,11}_)?(?:live|prod|test|pat|sk|rk|pk|key|secret|token|tok|api)_(?:[a-z]{2,8}_)?([A-Za-z0-9]{20,200})\b|\bkey-([A-Za-z0-9]{32,200})\b"
    ),
    ("netrc", ["machine"], r"\bmachine\s+\S+\s+login\s+\S+\s+password\s+(\S{3,})"),
    // Places of well-known programs and devices where a password stands without a name. Each program has a row of its own,
    // so that only its own pattern is compiled.
    (
        "cli-password",
        ["mysql", "mariadb"],
        concat!(r"\b(?:mysql|mariadb)(?:dump|admin|-dump|-admin)?\b[^|;&\n]*?\s-p", word!())
    ),
    ("cli-password", ["sshpass"], concat!(r"\bsshpass\s+-p\s*", word!())),
    ("cli-password", ["login"], r#"\blogin\b[^|;&\n]*?\s(?:-p|-P)\s*['"]?([^\s'"]{4,})"#),
    (
        "cli-password",
        ["openssl"],
        r#"\bopenssl\b[^|;&\n]*?\s-(?:k|K|pass|passin|passout)\s+['"]?(?:pass:)?([^\s'"]{4,})"#
    ),
    ("cli-secret", ["ssh-keygen"], concat!(r"\bssh-keygen\b[^|;&\n]*?\s-[NP]\s*", word!())),
    ("cli-secret", ["slappasswd"], concat!(r"\bslappasswd\b[^|;&\n]*?\s-s\s*", word!())),
    ("cli-secret", ["-upw", "-opw"], concat!(r"-[ou]pw\s+", word!())),
    ("cli-secret", ["IDENTIFY", "identify"], r#"(?i)\bNickServ\s+IDENTIFY\s+(?:[A-Za-z][\w-]*\s+)?([^\s'"]{6,})\s*$"#),
    ("cli-secret", ["ascii-text", "hexadecimal"], r#"\b(?:ascii-text|hexadecimal)\s+"([^"\n]{4,})""#),
    (
        "cli-secret",
        ["tacacs-server", "radius-server"],
        r"\b(?:tacacs|radius)-server\s+(?:host\s+\S+\s+)?(?:[a-z-]+\s+[0-9]+\s+)*key\s+(?:[0-9]\s+)?(\S{4,})"
    ),
    ("cli-secret", ["isakmp"], r"\bisakmp\s+key\s+(?:[0-9]\s+)?(\S{4,})\s+(?:address|hostname)\b"),
    ("cli-random", ["snmp-server"], r"\bsnmp-server\s+community\s+(\S{6,})"),
    ("cli-secret", ["snmp"], concat!(r"\bsnmp[a-z]+\b[^|;&\n]*?\s-[AX]\s+", word!())),
    ("cli-secret", ["WIFI:"], r"\bWIFI:(?:[A-Z]:[^;]*;)*P:([^;\s]{4,});"),
    ("cli-secret", ["alias set"], concat!(r"\balias set\s+\S+\s+https?://\S+\s+\S+\s+", word!())),
    ("cli-secret", ["addauth"], r"\baddauth\s+digest\s+[^\s:]+:(\S{4,})"),
    ("cli-secret", ["createUser "], concat!(r"\bcreateUser +\S+\s+(?:MD5|SHA\S*)\s+", word!())),
    (
        "cli-random",
        ["createUser(", "addUser(", "sp_addlogin"],
        r#"\b(?:createUser|addUser|sp_addlogin)[ (]+N?['"][^'"\n]*['"],\s*N?(?:'([^'\n]{6,})'|"([^"\n]{6,})")"#
    ),
    ("cli-secret", ["with-token"], concat!(r"--with-token\s*<<<\s*", word!())),
    (
        "cli-secret",
        ["PRAGMA key", "PRAGMA rekey", "pragma key", "pragma rekey"],
        r#"\b(?:PRAGMA|pragma) (?:re)?key\s*=\s*(?:'([^'\n]{4,})'|"([^"\n]{4,})")"#
    ),
    ("cli-secret", ["Key Content"], r"\bKey Content\s*:\s+(\S{4,})"),
    ("cli-secret", ["reset-admin-password"], concat!(r"\breset-admin-password\s+", word!())),
    ("cli-secret", ["wireless."], concat!(r"\bwireless\.[\w@\[\].-]+\.key\s*=\s*", word!())),
    ("cli-secret", ["redis-cli"], concat!(r"\bredis-cli\b[^|;&\n]*?\s(?:-a|--pass)[\s=]+", word!())),
    (
        "cli-secret",
        ["sqlcmd", "osql", "zip ", "ipmitool", "mosquitto_"],
        concat!(r"\b(?:sqlcmd|osql|(?:un)?zip |ipmitool|mosquitto_(?:pub|sub))(?:[^|;&\n]*?\s)?-P\s*", word!())
    ),
    (
        "cli-secret",
        ["ldapsearch", "ldapmodify", "ldapadd", "ldapdelete", "ldappasswd", "ldapwhoami"],
        concat!(r"\bldap(?:search|modify|add|delete|passwd|whoami)\b[^|;&\n]*?\s-w\s*", word!())
    ),
    ("cli-secret", ["open -u "], r#"\bopen -u ['"]?[A-Za-z][^\s,'"]*,([^\s'"]{3,})"#),
    ("cli-secret", ["lftp"], r#"\blftp\b[^|;&\n]*?\s-u\s*['"]?[^\s,'"]+,([^\s'"]{3,})"#),
    ("cli-random", [":{PLAIN}", ":{CLEAR"], r"^[^\s:]+:\{(?:PLAIN|CLEAR|CLEARTEXT)\}([^\s:]{6,})"),
    ("cli-random", [".logon "], r"\.logon [^\s,]*/[^\s,]+,([^\s;]{6,})"),
    (
        "cli-secret",
        ["sqlplus", "impdp", "expdp", "sqlldr"],
        r#"\b(?:sqlplus|impdp|expdp|sqlldr)\b[^|;&\n]*?\s['"]?[A-Za-z_]\w*/([^\s@'"/]{3,})@"#
    ),
    ("cli-secret", ["smbclient"], r#"\bsmbclient\b[^|;&\n]*?\s-U\s*['"]?[^\s%'"]+%([^\s'"]{3,})"#),
    ("cli-secret", ["htpasswd"], concat!(r"\bhtpasswd\s+-[A-Za-z]*b[A-Za-z]*\s+\S+\s+\S+\s+", word!())),
    ("cli-secret", ["add_user", "change_password"], concat!(r"\b(?:add_user|change_password)\s+\S+\s+", word!())),
    ("cli-secret", ["mongo"], concat!(r"\bmongo(?:sh|dump|restore|export|import)?\b[^|;&\n]*?\s-p\s*", word!())),
    ("cli-secret", ["xfreerdp", "cqlsh"], r#"\b(?:xfreerdp|cqlsh)\b[^|;&\n]*?\s(?:/p:|-p\s+)([^\s'"]{3,})"#),
    (
        "cli-secret",
        ["keytool"],
        concat!(r"\bkeytool\b[^|;&\n]*?\s-(?:storepass|keypass|srcstorepass|deststorepass)\s+", word!())
    ),
    ("cli-secret", ["secret-set-value"], concat!(r"\bsecret-set-value\s+(?:--\S+\s+)*\S+\s+(?:--\S+\s+)*", word!())),
    // Whatever the program: the word of a login beside its user, behind `login`, in a cookie. Only random ones are told
    // from other arguments.
    (
        "cli-random",
        [" -u ", " -U ", " -gu ", "--user", "/u:", "/user:", "/ru ", "useradd "],
        r#"(?: -[uU] | -gu |--user(?:name)?[= ]|/u(?:ser)?:|/ru |\buseradd )\S+ (?:[^|;&\n]*? )?(?:-g?p|-P|-pw|-w|--pass|/p(?:ass)?:|/rp)[ =]?['"]?([^\s'"]{6,})"#
    ),
    ("cli-random", [" login "], r#"\b[a-z][\w-]* login ['"]?([A-Za-z0-9/][^\s'"]{9,})"#),
    ("cli-random", ["ogin: ", "ogin with "], r"\b[Ll]ogin(?:: | with )[A-Za-z][\w.@-]* ?/ ?(\S{6,})"),
    ("cli-random", ["connect to "], r#"\bconnect to \S+ user \S+ using ['"]?([^\s'"]{6,})"#),
    ("cli-random", ["user add "], r"\buser add (?:\S+ )?\S+ ([^\s-]\S{5,})\s*$"),
    ("cli-random", ["net user "], r"\bnet user \S+ +([^\s]\S{5,})"),
    ("cli-random", ["net use "], r"\bnet use \S+ +\\\\\S+ +([^\s/]\S{5,})"),
    ("cli-random", ["http-basic"], r"\bhttp-basic\.\S+\s+\S+\s+(\S{6,})"),
    ("cli-random", ["AUTH "], r#"\bAUTH (?:\S+ )?['"]?([^\s'"]{6,})['"]?\s*$"#),
    ("cli-random", ["7z ", "7za ", "rar "], r#"\b(?:7za?|(?:un)?rar) (?:[^|;&\n]*?\s)?-p([^\s'"]{6,})"#),
    ("cli-random", [" -a "], r#" -a ['"]?[A-Za-z][\w.@-]*:([^\s'"]{6,})"#),
    ("cli-random", [" -b ", "--cookie"], r#"\bcurl\b[^|\n]*?(?: -b |--cookie[= ])['"]?[^\s'"=;]+=([^\s'";]{8,})"#),
    ("cli-random", ["SETUSER "], r#"\bSETUSER [^\n]*?>([^\s'"]{6,})"#),
    ("cli-random", ["@tcp(", "@unix("], r#"\b[A-Za-z][\w.-]*:([^\s:@'"]{6,})@(?:tcp|unix)\("#),
    (
        "cli-random",
        ["login=", "user = \"", "user =\"", "user=\""],
        r#"\b(?:user = ?"|user="|login=)[A-Za-z][\w.@-]*:([^\s'"@,]{6,})"#
    ),
    ("cli-random", [" unseal "], r" unseal (?:-[a-z]\S*\s+)*(\S{16,})"),
    ("cli-random", ["add-mask::"], r#"add-mask::([^\s"']{6,})"#),
    (
        "cli-random",
        ["SecureString", "encrypt_string"],
        r#"\b(?:ConvertTo-SecureString(?: -String)?|encrypt_string) ['"]([^'"]{6,})"#
    ),
    (
        "cli-input",
        [
            "password-stdin",
            "-S ",
            "passwd",
            "with-token",
            "data-file=-",
            "passphrase-fd",
            "secret create",
            "secrets create",
            "secret set",
            "secrets set",
            "secret put",
            "secrets put",
            "secret add",
            "secrets add",
            "cryptsetup",
            "kinit"
        ],
        r#"\b(?:echo|printf)(?:\s+-[a-zA-Z]+)*\s+(?:'(?:[A-Za-z][\w.-]*:)?([^']{4,}?)(?:\\n)?'|"(?:[A-Za-z][\w.-]*:)?([^"]{4,}?)(?:\\n)?"|(?:[A-Za-z][\w.-]*:)?([^\s'"|:]{4,}))\s*\|\s*(?:sudo\s+(?:-\S+\s+)*)?(?:sudo [^|]*-S |(?:\S*/)?(?:passwd|chpasswd|kinit|cryptsetup)\b|[^|]*(?:password-stdin|with-token|data-file=-|passphrase-fd|secrets? (?:create|set|put|add)))"#
    ),
    (
        "curl-user",
        ["curl", "wget"],
        r#"\b(?:curl|wget)\b[^|\n]*?(?:\s|\\n)(?:-[A-Za-z]{0,6}[uUa]|--user|--proxy-user|--auth)[=\s]{0,4}(?:'[^':]*:((?:'\\''|[^']){2,})'|"[^":]*:([^"]{2,})"|['"]?[^\s:'"]*['"]?:['"]?([^\s'"]{2,})|['"]?([^\s:'"]{8,}):['"]?(?:\s|$))"#
    ),
    (
        "xml-cleartext",
        ["learText", "leartext", "LEARTEXT"],
        r#"(?i)key=["'][^"']{0,40}cleartextpassword["']\s+value=["']([^"']{4,200})["']"#
    ),
    (
        "xml-password",
        ["assword", "ASSWORD", "assphrase", "ASSPHRASE", "ecret", "ECRET", "pikey", "piKey", "PIKEY", "oken", "OKEN"],
        r#"(?i)key=["'][^"']{0,40}(?:password|passphrase|secret|apikey|token)["']\s+value=["']([^"']{4,200})["']"#
    ),
    (
        "sidekiq",
        ["contribsys", "CONTRIBSYS"],
        r#"(?i)://([a-f0-9]{8}:[a-f0-9]{8})@[a-z0-9.]{0,40}contribsys|contribsys__com["']?\s*[:=]+\s*["']?([a-f0-9]{8}:[a-f0-9]{8})\b"#
    ),
    (
        "discord-bot",
        [
            "MTA", "MTE", "MTI", "MTM", "MTQ", "MTU", "MTY", "MTc", "MTg", "MTk", "MjA", "MjE", "MjI", "MjM", "MjQ",
            "MjU", "MjY", "Mjc", "Mjg", "Mjk", "MzA", "MzE", "MzI", "MzM", "MzQ", "MzU", "MzY", "Mzc", "Mzg", "Mzk",
            "NDA", "NDE", "NDI", "NDM", "NDQ", "NDU", "NDY", "NDc", "NDg", "NDk", "NTA", "NTE", "NTI", "NTM", "NTQ",
            "NTU", "NTY", "NTc", "NTg", "NTk", "NjA", "NjE", "NjI", "NjM", "NjQ", "NjU", "NjY", "Njc", "Njg", "Njk",
            "NzA", "NzE", "NzI", "NzM", "NzQ", "NzU", "NzY", "Nzc", "Nzg", "Nzk", "ODA", "ODE", "ODI", "ODM", "ODQ",
            "ODU", "ODY", "ODc", "ODg", "ODk", "OTA", "OTE", "OTI", "OTM", "OTQ", "OTU", "OTY", "OTc", "OTg", "OTk"
        ],
        r"\b(?:M[Tjz]|N[DTjz]|O[DT])[AEIMQUYcgk][A-Za-z0-9_-]{20,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}\b"
    ),
    ("docker-swarm", ["SWMTKN-"], r"\bSWMTKN-[0-9]-[a-z0-9]{30,60}-[a-z0-9]{20,40}\b"),
    (
        "k3s",
        ["K10"],
        r"\bK10[0-9a-f]{64}::(?:[A-Za-z0-9.-]+:)?[0-9a-f]{16,64}\b|\bK10[0-9a-f]{64}::[a-z]+:[A-Za-z0-9]{16,64}\b"
    ),
    (
        "azure-key",
        ["+ASt", "ACDb", "AzFu", "AzSe", "AzCa", "+ASb", "+AEh", "+ARm", "AIoT", "+ACR", "+ABa"],
        r"\b[A-Za-z0-9+/_-]{30,80}(?:\+ASt|ACDb|AzFu|AzSe|AzCa|\+ASb|\+AEh|\+ARm|AIoT|\+ACR|\+ABa)[A-Za-z0-9+/_-]{4,14}={0,2}"
    ),
    ("trello", ["ATTA"], r"\bATTA[0-9a-fA-F]{60,80}\b"),
    (
        "honeycomb",
        ["hcaik_", "hcamk_", "hcalk_", "hcbik_", "hcbmk_", "hcblk_", "hcxik_", "hcxmk_", "hcxlk_"],
        r"\bhc[abx][iml]k_[A-Za-z0-9]{20,70}\b"
    ),
    (
        "axiom",
        ["xaat-", "xapt-", "xait-"],
        r"\bxa[api]t-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}\b"
    ),
    ("dbt", ["dbtc_", "dbtu_"], r"\bdbt[cu]_[A-Za-z0-9_-]{30,}"),
    ("cursor", ["crsr_"], r"\bcrsr_[a-f0-9]{32,80}\b"),
    ("asana", ["1/1", "2/1", "0/1"], r"\b[0-2]/1[0-9]{12,17}(?:/[0-9]{13,18})?:[a-f0-9]{32}\b"),
    ("mapbox", ["sk.eyJ"], r"\bsk\.eyJ[A-Za-z0-9_-]{60,}\.[A-Za-z0-9_-]{20,}"),
    ("tencent", ["AKID"], r"\bAKID[A-Za-z0-9]{28,40}\b"),
    ("yandex-oauth", ["y0_"], r"\by0_[A-Za-z0-9_-]{50,}"),
    ("vk", ["vk1.a."], r"\bvk1\.a\.[A-Za-z0-9_-]{100,}"),
    ("instagram", ["IGQV", "IGQW"], r"\bIGQ[VW][A-Za-z0-9_-]{80,}"),
    ("launchdarkly", ["api-", "sdk-"], r"\b(?:api|sdk)-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}\b"),
    ("intercom", ["dG9rOj"], r"\bdG9rOj[A-Za-z0-9+/]{40,}={0,2}"),
    ("riot", ["RGAPI-"], r"\bRGAPI-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}\b"),
    ("roblox", ["_|WARNING:-"], r"_\|WARNING:-[^|]{10,200}\|_([A-F0-9]{100,})"),
    ("woocommerce", ["ck_", "cs_"], r"\bc[ks]_[a-f0-9]{40}\b"),
    ("mergify", ["mka_", "mra_"], r"\bm[kr]a_[A-Za-z0-9]{40,}\b"),
    ("depot", ["depot_"], r"\bdepot_(?:org|project|user)_[a-f0-9]{40,80}\b"),
    ("deno", ["ddp_", "ddw_"], r"\bdd[pw]_[A-Za-z0-9]{36}\b"),
    ("xata", ["xau_"], r"\bxau_[A-Za-z0-9]{40,}\b"),
    ("socket", ["sktsec_"], r"\bsktsec_[A-Za-z0-9_-]{40,}_api\b"),
    ("netbird", ["nbp_"], r"\bnbp_[A-Za-z0-9]{36}\b"),
    ("statsig", ["secret-"], r"\bsecret-[A-Za-z0-9]{40,}\b"),
    ("mandrill", ["md-"], r"\bmd-[A-Za-z0-9_-]{22}\b"),
    ("honeybadger", ["hbp_"], r"\bhbp_[A-Za-z0-9]{36}\b"),
    ("checkly", ["cu_"], r"\bcu_[a-f0-9]{32}\b"),
    ("infisical", ["st."], r"\bst\.[a-f0-9]{24}\.[a-f0-9]{32,64}\.[a-f0-9]{32,64}\b"),
    ("helicone", ["sk-helicone-", "pk-helicone-"], r"\b[sp]k-helicone-[a-z0-9-]{20,}"),
    ("browserbase", ["bb_live_", "bb_test_"], r"\bbb_(?:live|test)_[A-Za-z0-9_-]{20,}"),
    ("deepl", [":fx"], r"\b[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}:fx\b"),
    ("cloudflare-token", ["cfut_", "cfat_", "cfk_"], r"\bcf(?:ut|at|k)_[A-Za-z0-9_-]{36,}"),
    ("tines", ["tines_"], r"\btines_[A-Za-z0-9_-]{40,}"),
    ("lob", ["live_", "test_"], r"\b(?:live|test)_[a-f0-9]{35}\b|\b(?:live|test)_pub_[a-f0-9]{31}\b"),
    ("openssh-key", ["b3BlbnNzaC1rZXktdjE"], r"\bb3BlbnNzaC1rZXktdjE[A-Za-z0-9+/]{20,}={0,2}"),
    (
        "jwk",
        ["\"d\"", "\"dp\"", "\"dq\"", "\"qi\"", "\"p\"", "\"q\"", "\"k\""],
        r#""(?:d|dp|dq|qi)"\s*:\s*"([A-Za-z0-9_-]{40,})"|"(?:p|q|k)"\s*:\s*"([A-Za-z0-9_-]{80,})""#
    ),
    (
        "sql-password",
        ["DENTIFIED", "dentified", "dentifiedBy", "PASSWORD FOR", "assword for", "gen_salt("],
        r#"(?i)(?-i:\bcrypt\(\s*'((?:[^'\\]|\\.|'')+)'\s*,\s*gen_salt\()|\bset\s+password for\s[^=;\n]+=\s*(?:password\()?'((?:[^'\\]|\\.|'')+)'|\b(?:create|alter|grant|user|set)\s(?:[^;\n]*?\s)?identified\s+(?:with\s+\S+\s+)?(?:by|as|using)\s+(?:password\s+)?(?:'((?:[^'\\]|\\.|'')+)'|"((?:[^"\\]|\\.)+)"|(?-i:\b)([^\s;'"]*[0-9!@#$%^&*][^\s;'"]*)|([A-Za-z0-9_-]{12,});)"#
    ),
    ("url-password", ["jdbc:oracle"], r#"\bjdbc:oracle:(?:thin|oci8?):[^\s/@:"']{1,60}/([^\s@"'/]{3,200})@"#),
    (
        "cli-random",
        ["user=", "user = ", "user: ", "login=", "allow "],
        r#"\b(?:user(?:=| = |: )|login=|allow )["']?[A-Za-z][\w.-]*:([^\s"',;@]{8,})["']?\s*$"#
    ),
    ("cli-random", [" LOGIN "], r"^\S+ LOGIN \S+ (\S{6,})\s*$"),
    (
        "cli-password",
        ["add-generic-password", "add-internet-password"],
        concat!(r"\badd-(?:generic|internet)-password\b[^|;&\n]*?\s-w\s+", word!())
    ),
    ("cli-password", ["-p:", "/p:"], r"\s[-/]u(?:ser)?:\S+\s+[-/]p:(\S{4,})"),
    (
        "cli-random",
        ["PDO(", "onnect(", "onnection(", "mysqli(", "ogin("],
        r#"\b(?:PDO|mysqli|\w*[cC]onnect(?:ion)?|\w*[lL]ogin)\(\s*(?:(?:"[^"\n]*"|'[^'\n]*'|[\w$.:]+)\s*,\s*){1,3}(?:'([^'\n]{8,})'|"([^"\n]{8,})")"#
    ),
    ("mail-login", ["]:25", "]:465", "]:587", "]:2525"], r"^\[[^\]\s]+\]:(?:25|465|587|2525)\s+[^\s:]+:(\S{3,})$"),
    ("pgpass", [":5432:", ":5433:", ":6432:", ":*:"], r"^[^:\s#]+:(?:\*|5432|5433|6432):[^:\s]+:[^:\s]+:(\S{3,})$"),
    (
        "cookie-jar",
        ["TRUE\t/", "FALSE\t/"],
        r"^(?:#HttpOnly_)?[^\t\s]+\t(?:TRUE|FALSE)\t/[^\t]*\t(?:TRUE|FALSE)\t[0-9]+\t[^\t]+\t([^\t]{6,})$"
    ),
    ("npmrc-auth", ["_auth"], r"\b?_auth\s*=\s*[\x22']?([A-Za-z0-9+/]{8,}={0,2})"),
];
