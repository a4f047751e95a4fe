use super::*;

fn spec(slot: u32) -> PhraseSpec {
    PhraseSpec { slot, weight: 1.0, idf: 2.0 }
}

fn at(phrase: usize, place: i32) -> PhraseInstance {
    PhraseInstance { phrase, in_title: false, place }
}

#[test]
fn side_by_side_beats_apart_and_all_beats_some() {
    let mut state = QueryState::new((2, 9, vec![spec(0), spec(1)]), 100.0);
    let mut score = |instances: Vec<PhraseInstance>| state.score_phrase_instances(instances.into_iter(), (100, 0));
    let one = score(vec![at(0, 3)]);
    let apart = score(vec![at(0, 3), at(1, 60)]);
    let near = score(vec![at(1, 3), at(0, 5)]);
    let beside = score(vec![at(0, 3), at(1, 4)]);
    assert!(0.0 < one && one < apart && apart < near && near < beside);
}

#[test]
fn a_title_helps_and_never_carries() {
    let mut state = QueryState::new((2, 9, vec![spec(0), spec(1)]), 100.0);
    let titled = |phrase: usize| PhraseInstance { phrase, in_title: true, place: 0 };
    let mut score =
        |instances: Vec<PhraseInstance>, length: i32| state.score_phrase_instances(instances.into_iter(), (length, 0));
    assert_eq!(score(vec![titled(0), titled(1)], 100), 0.0);
    assert!(score(vec![titled(0), titled(1)], 0) > 0.0, "a name is found by its words");
    let one = score(vec![at(0, 3)], 100);
    let helped = score(vec![titled(0), at(0, 3)], 100);
    let borrowed = score(vec![at(0, 3), titled(1)], 100);
    let own = score(vec![at(0, 3), at(1, 60)], 100);
    assert!(one < helped && one < borrowed && borrowed < own);
}

#[test]
fn all_words_near_each_other_beat_any_number_of_some() {
    let mut state = QueryState::new((2, 9, vec![spec(0), spec(1)]), 100.0);
    let mut score =
        |instances: Vec<PhraseInstance>, length: i32| state.score_phrase_instances(instances.into_iter(), (length, 0));
    let many = score((0..50).map(|place| at(0, 3 * place)).collect(), 50);
    let scattered = score((0..30).flat_map(|place| [at(0, 60 * place), at(1, 60 * place + 30)]).collect(), 900);
    let together = score(vec![at(0, 3), at(1, 9)], 200);
    assert!(together > many && together > scattered, "{together} {many} {scattered}");
}

#[test]
fn lent_words_add_and_never_find() {
    let mut state = QueryState::new((1, 9, vec![spec(0), spec(1)]), 100.0);
    let mut score = |instances: Vec<PhraseInstance>| state.score_phrase_instances(instances.into_iter(), (100, 0));
    assert_eq!(score(vec![at(1, 3)]), 0.0);
    assert!(score(vec![at(0, 3), at(1, 50)]) > score(vec![at(0, 3)]));
}

#[test]
fn a_row_sorts_by_its_score_and_comes_back_whole() {
    let counts = [SlotCounts { body: 2.0, title: 1.0, ..SlotCounts::default() }, SlotCounts::default()];
    let rows = [0.5, 1.0, 3.25, 400.0].map(|score| RankedRow::encode(score, [0.25, 0.125, 0.5], 0.5, &counts));
    assert!(rows.is_sorted());
    let read = RankedRow::decode(&rows[2]).unwrap();
    let (lent, hinted, titled) = (0.25, 0.125, 0.5);
    assert_eq!(read, RankedRow { score: 3.25, lent, hinted, titled, length: 0.5, counts: vec![2.0, 0.0] });
    assert_eq!(RankedRow::decode(&rows[2][..9]), None);
}

#[test]
fn only_rows_among_the_best_are_described() {
    let mut best = BestScores { wanted: 2, ..BestScores::default() };
    let taken: Vec<bool> =
        [1.0, 3.0, 0.5, 1.0, 2.0, 1.5, 2.0, 9.0].map(|score| best.keep_score_if_among_best(score)).into();
    assert_eq!(taken, [true, true, false, true, true, false, true, true]);
    assert!(!BestScores::default().keep_score_if_among_best(1.0));
}

#[test]
fn specs_survive_the_way() {
    let specs = [spec(0), PhraseSpec { slot: 7, weight: 0.5, idf: 3.25 }];
    assert_eq!(decode_query_spec(&encode_query_spec(2, 9, &specs)), (2, 9, specs.to_vec()));
    assert_eq!(decode_query_spec(&[1, 2, 3]), (0, 0, vec![]));
}

#[test]
fn rows_are_ranked_inside_the_query() {
    let db = Connection::open_in_memory().unwrap();
    register_rank_function(&db).unwrap();
    db.execute_batch(
        "CREATE VIRTUAL TABLE t USING fts5(body, title, content='', tokenize='ascii');
         INSERT INTO t(rowid, body, title) VALUES (1, 'connect x x x x refus', ''), (2, 'connect refus x x x x', ''),
           (3, 'connect x x x x refus', 'connect'), (4, 'nothing here', '');",
    )
    .unwrap();
    let spec = encode_query_spec(2, 9, &[spec(0), spec(1)]);
    let mut statement = db
        .prepare("SELECT rowid FROM t WHERE t MATCH '\"connect\" OR \"refus\"' ORDER BY ctx_rank(t, ?1, 0) DESC")
        .unwrap();
    let rows: Vec<i64> = statement.query_map([&spec], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows, [3, 2, 1]);
}

#[test]
fn a_text_that_is_only_its_title_gains_nothing_by_it() {
    let specs = vec![PhraseSpec { slot: 0, weight: 1.0, idf: 1.0 }];
    let mut state = QueryState::new((1, 9, specs), 50.0);
    let both =
        || [(false, 0), (true, 0)].map(|(in_title, place)| PhraseInstance { phrase: 0, in_title, place }).into_iter();
    let only = || both().filter(|instance| !instance.in_title);
    let short = state.score_phrase_instances(both(), (6, 6)) - state.titled;
    assert_eq!(short, state.score_phrase_instances(only(), (6, 6)));
    let long = state.score_phrase_instances(both(), (60, 6)) - state.titled;
    assert!(long > 1.2 * state.score_phrase_instances(only(), (60, 6)));
}
