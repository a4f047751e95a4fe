//! What recorded sessions cost, what they would have cost folded, and what the requests held call by call.

use ctx_fold::transcript::{SessionFileFormat, Transcript};
use ctx_fold::{
    AnswerTokenCounts, CachePrice as Ratio, FoldEngine, FoldOptions, FoldRule, RequestBytesByClass, RuleFoldCounts,
};
use serde::Serialize;

use super::FoldHost;
use ctx_capture::prices::{TokenPrice, price_list_date};

/// The tokens and dollars of one session, as `ctx stats --fold --json` prints them.
#[derive(Serialize)]
pub struct SessionBill {
    session: String,
    model: String,
    calls: usize,
    tokens: AnswerTokenCounts,
    /// By the provider's own token counts; none if the model's price is not known.
    paid_dollars: Option<f64>,
    /// The same, with the input scaled by what the replay says about it.
    folded_dollars: Option<f64>,
    /// The share of the input's cost that is left.
    input_cost_share: f64,
    /// Calls that named a word that stood nowhere in sight.
    fetched_again: u64,
    words_lost: u64,
    words_used: u64,
    folds: Vec<RuleFoldCounts>,
    context: Vec<RequestBytesByClass>,
}

/// The bill of one transcript; none if it has no calls. `price` gives the price of a model.
pub fn compute_transcript_bill(
    session: String,
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
        Some(SessionFileFormat::Codex) => Ratio::OPENAI,
        _ => Ratio::ANTHROPIC,
    };
    let mut engine = FoldEngine::new(FoldOptions { price: ratio, ..FoldOptions::default() });
    engine.decide_folds(transcript.conversation(), host);
    let bill = engine.conversation_bill();
    let tokens = transcript.usage.iter().fold(AnswerTokenCounts::default(), |sum, (_, usage)| sum + *usage);
    let dollars =
        price.map(|price| price.cost_in_dollars(tokens.input, tokens.cache_read, tokens.cache_write, tokens.output));
    let share = if bill.plain > 0.0 { bill.paid / bill.plain } else { 1.0 };
    Some(SessionBill {
        session,
        model,
        calls: transcript.conversation().calls.len(),
        tokens,
        paid_dollars: dollars.map(|(input, output)| input + output),
        folded_dollars: dollars.map(|(input, output)| input * share + output),
        input_cost_share: share,
        fetched_again: bill.again,
        words_lost: bill.lost,
        words_used: bill.words,
        folds: engine.fold_and_miss_counts().counts_by_rule().collect(),
        context: bill.calls.clone(),
    })
}

/// The page of `ctx stats --fold`: totals, a row a session, and what each rule did.
pub fn render_bill_page(sessions: &[SessionBill], own_price: bool) -> String {
    let sum = |of: fn(&SessionBill) -> Option<f64>| sessions.iter().filter_map(of).sum::<f64>();
    let (paid, folded) = (sum(|session| session.paid_dollars), sum(|session| session.folded_dollars));
    let calls: usize = sessions.iter().map(|session| session.calls).sum();
    let again: u64 = sessions.iter().map(|session| session.fetched_again).sum();
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
    let unknown = sessions.iter().filter(|session| session.paid_dollars.is_none()).count();
    if unknown > 0 {
        text.truncate(text.trim_end().len());
        text.push_str(&format!(
            "\n{} of models without a known price are not in it: set [prices.\"MODEL\"] in ctx.toml, or --price\n\n",
            ctx_text::format_count(unknown as u64, "session")
        ));
    }
    text.push_str("calls   input      cached     output    paid     folded   again  session\n");
    for session in sessions {
        let AnswerTokenCounts { input, cache_read, cache_write, output, .. } = session.tokens;
        text.push_str(&format!(
            "{:>5}  {:>8}  {:>10}  {output:>8}  {}  {}  {:>5}  {}\n",
            session.calls,
            input + cache_write,
            cache_read,
            format_dollars(session.paid_dollars),
            format_dollars(session.folded_dollars),
            session.fetched_again,
            session.session,
        ));
    }
    text.push_str("\nrule     folds  fetched again soon\n");
    for rule in FoldRule::ALL {
        let rows = sessions.iter().flat_map(|session| &session.folds).filter(|row| row.rule == rule);
        let (folds, misses) = rows.fold((0, 0), |sum, row| (sum.0 + row.folds, sum.1 + row.misses));
        if folds > 0 {
            text.push_str(&format!("{:<8} {folds:>5}  {misses:>5}\n", rule.name()));
        }
    }
    text
}

fn format_dollars(sum: Option<f64>) -> String {
    sum.map_or_else(|| format!("{:>7}", "?"), |sum| format!("${sum:>6.2}"))
}
