//! Django's management commands: system checks and migrations.

use super::Reader;
use crate::digest::part::Part;
use crate::digest::reading::Reading;

pub const READER: Reader = Reader {
    name: "django",
    commands: &["python manage.py", "python3 manage.py", "django-admin"],
    signs: &["^SystemCheckError: ", "^System check identified ", "Running migrations:", "CommandError: "],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut applied = Vec::new();
    for (at, line) in part.lines() {
        if let Some((object, level, said)) = check(line) {
            let block = match level {
                'E' | 'C' => reading.error(at, said),
                'W' => reading.warning(at, said),
                _ => reading.info(at, said),
            };
            if object != "?" {
                block.at(object);
            }
            if part.line(at + 1).trim_start().starts_with("HINT: ") {
                block.context(at + 1);
            }
        } else if line.starts_with("System check identified ") && !line.contains("no issues") && !line.ends_with(':') {
            reading.total(at);
        } else if matches!(line, "ERRORS:" | "WARNINGS:" | "INFOS:") || line.starts_with("SystemCheckError: ") {
            reading.cover(at..at + 1);
        } else if let Some(said) = line.strip_prefix("CommandError: ") {
            reading.error(at, said);
        } else if line.starts_with("  Applying ") {
            reading.cover(at..at + 1);
            if line.ends_with(" OK") {
                applied.push(at);
            }
        } else if line.trim() == "No migrations to apply." {
            reading.total(at);
        }
    }
    // The newest migrations come last, the project's own among them.
    for &at in applied.iter().rev().take(3) {
        reading.total(at);
    }
    if applied.len() > 3 {
        reading.note(applied[0], format!("  {} migrations", applied.len()));
    }
    reading
}

/// `shop.Order.user: (fields.E304) message`
fn check(line: &str) -> Option<(&str, char, &str)> {
    let (object, rest) = line.split_once(": (")?;
    let (code, said) = rest.split_once(") ")?;
    let (app, number) = code.rsplit_once('.')?;
    let level = number.chars().next()?;
    let coded =
        "ECWID".contains(level) && number.len() == 4 && number.bytes().skip(1).all(|byte| byte.is_ascii_digit());
    (coded && !object.contains(' ') && !app.is_empty()).then_some((object, level, said))
}

#[cfg(test)]
mod tests {
    use crate::digest::test::shown;

    #[test]
    fn checks_by_level() {
        let raw = include_str!("../../../fixtures/django/check-deploy.raw");
        insta::assert_snapshot!(shown("python manage.py check --deploy", 1, raw), @r#"
        django
        E Your MAILERS setting uses a development-only email backend in the 'default' entry (django.core.mail.backends.console.EmailBackend).
        W You have not set a value for the SECURE_HSTS_SECONDS setting. If your entire site is served only over SSL, you may want to consider setting a value and enabling HTTP Strict Transport Security. Be sure to read the documentation first; enabling HSTS carelessly can cause serious, irreversible problems.
        W Your SECURE_SSL_REDIRECT setting is not set to True. Unless your site should be available over both SSL and non-SSL connections, you may want to either set this setting True or configure a load balancer or reverse-proxy server to redirect all connections to HTTPS.
        W Your SECRET_KEY has less than 50 characters, less than 5 unique characters, or it's prefixed with 'django-insecure-' indicating that it was generated automatically by Django. Please generate a long and random value, otherwise many of Django's security-critical features will be vulnerable to attack.
        W SESSION_COOKIE_SECURE is not set to True. Using a secure-only session cookie makes it more difficult for network traffic sniffers to hijack user sessions.
        W You have 'django.middleware.csrf.CsrfViewMiddleware' in your MIDDLEWARE, but you have not set CSRF_COOKIE_SECURE to True. Using a secure-only CSRF cookie makes it more difficult for network traffic sniffers to steal the CSRF token.
        W You should not have DEBUG set to True in deployment.
        W ALLOWED_HOSTS must not be empty in deployment.
        ---
        … 3 lines
        ?: (mail.E001) Your MAILERS setting uses a development-only email backend in the 'default' entry (django.core.mail.backends.console.EmailBackend).
        	HINT: Use a production-ready email backend, such as the SMTP backend, otherwise email will not be sent.
        … 2
        ?: (security.W004) You have not set a value for the SECURE_HSTS_SECONDS setting. If your entire site is served only over SSL, you may want to consider setting a value and enabling HTTP Strict Transpor …  to read the documentation first; enabling HSTS carelessly can cause serious, irreversible problems.
        ?: (security.W008) Your SECURE_SSL_REDIRECT setting is not set to True. Unless your site should be available over both SSL and non-SSL connections, you may want to either set this setting True or configure a load balancer or reverse-proxy server to redirect all connections to HTTPS.
        … 5 more warnings
        … 6
        System check identified 8 issues (0 silenced).
        "#);
    }

    #[test]
    fn migrations() {
        let raw = include_str!("../../../fixtures/django/migrate.raw");
        insta::assert_snapshot!(shown("python manage.py migrate", 0, raw), @r#"
    django
    ---
      19 migrations
    … 19 lines
      Applying auth.0012_alter_user_first_name_max_length... OK
      Applying catalog.0001_initial... OK
      Applying sessions.0001_initial... OK
    "#);
    }
}
