//! What recorded sessions cost, what they would have cost folded, and what the requests held call by call.

use ctx_fold::transcript::{Format, Transcript};
use ctx_fold::{ByteClass, CachePrice as Ratio, Engine, Options, Rule, SentBytes, Usage};
use serde_json::{Value, json};

use super::FoldHost;
use ctx_capture::prices::{TokenPrice, price_list_date};

/// The tokens and dollars of one session.
pub struct SessionBill {
    pub name: String,
    pub model: String,
    pub calls: usize,
    pub tokens: Usage,
    /// Dollars by the provider's own token counts; none if the model's price is not known.
    pub paid: Option<f64>,
    /// The same, with the input scaled by what the replay says about it.
    pub folded: Option<f64>,
    /// The share of the input's cost that is left.
    pub share: f64,
    /// Calls that named a word that stood nowhere in sight.
    pub again: u64,
    pub lost: u64,
    pub words: u64,
    pub folds: Vec<(Rule, u64, u64)>,
    pub sent: Vec<SentBytes>,
}

/// The bill of one transcript; none if it has no calls. `price` gives the price of a model.
pub fn bill_transcript(
    name: String,
    transcript: &Transcript<'_>,
    price: &dyn Fn(&str) -> Option<TokenPrice>,
    host: &mut FoldHost<'_>,
) -> Option<SessionBill> {
    if transcript.conversation().calls.is_empty() {
        return None;
    }
    let model = transcript.model.clone().unwrap_or_default();
    // Without token counts nothing is known of what was paid.
    let price = price(&model).filter(|_| !transcript.usage.is_empty());
    let ratio = match transcript.format {
        Some(Format::Codex) => Ratio::OPENAI,
        _ => Ratio::ANTHROPIC,
    };
    let mut engine = Engine::new(Options { price: ratio, ..Options::default() });
    engine.decide_folds(transcript.conversation(), host);
    let bill = engine.bill();
    let tokens = transcript.usage.iter().fold(Usage::default(), |sum, (_, usage)| sum + *usage);
    let dollars =
        price.map(|price| price.cost_in_dollars(tokens.input, tokens.cache_read, tokens.cache_write, tokens.output));
    let share = if bill.plain > 0.0 { bill.paid / bill.plain } else { 1.0 };
    Some(SessionBill {
        name,
        model,
        calls: transcript.conversation().calls.len(),
        tokens,
        paid: dollars.map(|(input, output)| input + output),
        folded: dollars.map(|(input, output)| input * share + output),
        share,
        again: bill.again,
        lost: bill.lost,
        words: bill.words,
        folds: engine.misses().counts_by_rule().filter(|(_, folds, _)| *folds > 0).collect(),
        sent: bill.calls.clone(),
    })
}

/// The page of `ctx stats --fold`: totals, a row a session, and what each rule did.
pub fn render_bill_page(sessions: &[SessionBill], own_price: bool) -> String {
    let sum = |of: fn(&SessionBill) -> Option<f64>| sessions.iter().filter_map(of).sum::<f64>();
    let (paid, folded) = (sum(|session| session.paid), sum(|session| session.folded));
    let calls: usize = sessions.iter().map(|session| session.calls).sum();
    let again: u64 = sessions.iter().map(|session| session.again).sum();
    let prices = if own_price {
        "prices as given".to_owned()
    } else {
        format!("list prices of {}, see docs/fold.md", price_list_date())
    };
    let share = if paid > 0.0 { 100.0 * folded / paid } else { 100.0 };
    let mut text = format!(
        "{}, {} · paid ${paid:.2} · folded it would have been ${folded:.2} ({share:.0} %)\n\
         {prices}; tokens as the provider counted them, the folded input as the replay estimates it\n\
         {} would have named something that was folded and may have fetched it again\n\n",
        ctx_text::format_count(sessions.len() as u64, "session"),
        ctx_text::format_count(calls as u64, "call"),
        ctx_text::format_count(again, "call"),
    );
    let unknown = sessions.iter().filter(|session| session.paid.is_none()).count();
    if unknown > 0 {
        text.truncate(text.trim_end().len());
        text.push_str(&format!(
            "\n{} of models without a known price are not in it: set [prices.\"MODEL\"] in ctx.toml, or --price\n\n",
            ctx_text::format_count(unknown as u64, "session")
        ));
    }
    text.push_str("calls   input      cached     output    paid     folded   again  session\n");
    for session in sessions {
        let Usage { input, cache_read, cache_write, output, .. } = session.tokens;
        text.push_str(&format!(
            "{:>5}  {:>8}  {:>10}  {output:>8}  {}  {}  {:>5}  {}\n",
            session.calls,
            input + cache_write,
            cache_read,
            format_dollars(session.paid),
            format_dollars(session.folded),
            session.again,
            session.name,
        ));
    }
    text.push_str("\nrule     folds  fetched again soon\n");
    for rule in Rule::ALL {
        let rows = sessions.iter().flat_map(|session| &session.folds).filter(|row| row.0 == rule);
        let (folds, misses) = rows.fold((0, 0), |sum, row| (sum.0 + row.1, sum.1 + row.2));
        if folds > 0 {
            text.push_str(&format!("{:<8} {folds:>5}  {misses:>5}\n", rule.name()));
        }
    }
    text
}

fn format_dollars(sum: Option<f64>) -> String {
    sum.map_or_else(|| format!("{:>7}", "?"), |sum| format!("${sum:>6.2}"))
}

impl SessionBill {
    pub fn to_json(&self) -> Value {
        let folds = self
            .folds
            .iter()
            .map(|(rule, folds, misses)| json!({ "rule": rule.name(), "folds": folds, "misses": misses }));
        let classes = |sent: &SentBytes| {
            let mut object = json!({ "plain": sent.plain });
            for (class, name) in ByteClass::ALL {
                object[name] = json!(sent.classes[class as usize]);
            }
            object
        };
        json!({
            "session": self.name,
            "model": self.model,
            "calls": self.calls,
            "tokens": {
                "input": self.tokens.input,
                "cache_read": self.tokens.cache_read,
                "cache_write": self.tokens.cache_write,
                "output": self.tokens.output,
            },
            "paid_dollars": self.paid,
            "folded_dollars": self.folded,
            "input_cost_share": self.share,
            "fetched_again": self.again,
            "words_lost": self.lost,
            "words_used": self.words,
            "folds": folds.collect::<Vec<_>>(),
            "context": self.sent.iter().map(classes).collect::<Vec<_>>(),
        })
    }
}
