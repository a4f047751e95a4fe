//! `ctx proxy`: the process beside an agent that folds its requests. Started by `ctx agent --fold`, never by hand.

use crate::fold::FoldHost;
use crate::proxy::{ConversationFolding, process};
use crate::{Context, ExitStatus, Result};
use ctx_fold::FoldOptions;

/// The proxy that `ctx agent NAME --fold` starts
#[derive(clap::Args)]
#[command(after_help = include_str!("help/proxy.txt"))]
pub struct Args {}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        process::serve_until_parent_ends(&context.env, |task| {
            // The process serves until it ends: nothing of this is given back before.
            let (masker, readers) =
                (Box::leak(Box::new(context.new_masker())), Box::leak(context.user_readers().into()));
            let host = FoldHost::new(masker, readers)
                .with_budgets(context.config.show)
                .with_storage(&context.env, &task.agent);
            let options = FoldOptions::of_strength(context.config.fold.strength);
            ConversationFolding::new(host, &context.env, &task.agent, &context.config.prices, options)
        })?;
        Ok(ExitStatus::OK)
    }
}
