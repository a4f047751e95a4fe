//! Any bytes as a transcript to fold: nothing panics, every fold is of an item that was there, and the folded copy has the
//! same lines, calls and pairs.

use ctx::fold::{FoldHost, Transcript};
use ctx_fold::{CallHalf, FoldEngine, FoldOptions, ItemKind};
use ctx_secrets::Masker;

pub fn any(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let transcript = Transcript::from_file_text(&text);
    let conversation = transcript.conversation();
    let masker = Masker::default();
    // Everything that may be folded is, so that short conversations show something.
    let options = FoldOptions { least: 40, age: 1, ..FoldOptions::default() };
    let mut engine = FoldEngine::new(options);
    engine.fold_all_foldable_items(conversation, &mut FoldHost::new(&masker, &[]));
    for fold in engine.all_folds() {
        let is_it = |item: &ctx_fold::ConversationItem<'_>| item.id == fold.id && item.call_half() == Some(fold.part);
        let last = conversation.items.iter().rposition(is_it).expect("a fold of something that is there");
        assert!(
            conversation
                .items
                .iter()
                .position(is_it)
                .is_some_and(|first| first < conversation.item_count_at_call(fold.call)),
            "{last}"
        );
    }
    let folded = |item: &ctx_fold::ConversationItem<'_>, part: CallHalf| {
        engine.find_fold(&item.id, part, item.sent_bytes()).map(|fold| fold.text.as_str())
    };
    let mut copy = text.clone().into_owned();
    for splice in transcript.splices_for_session_copy("another", folded).iter().rev() {
        copy.replace_range(splice.range.clone(), &splice.text);
    }
    let again = Transcript::from_file_text(&copy);
    let shape = |transcript: &Transcript<'_>| -> Vec<(ItemKind, String)> {
        transcript.conversation().items.iter().map(|item| (item.kind, item.id.clone().into_owned())).collect()
    };
    assert_eq!(shape(&again), shape(&transcript));
    assert_eq!(again.conversation().calls, conversation.calls);
}
