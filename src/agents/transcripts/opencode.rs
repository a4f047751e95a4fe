//! OpenCode: sessions, messages and parts as objects of their own, in small files or in rows of a database.

use std::borrow::Cow;

use super::claude::spoken;
use super::json::Json;
use super::{Body, Call, Frame, Outcome, Reading, Role, loose_exit, time};

/// Messages whose parts are still to come.
const REMEMBERED: usize = 100_000;

pub fn recognises(value: Json<'_>) -> bool {
    is_part(value) || is_message(value) || is_session(value)
}

fn is_part(value: Json<'_>) -> bool {
    let tool = value.get("callID").is_some() && value.get("state").is_some();
    let id = value.str("id").is_some_and(|id| id.starts_with("prt") || id.starts_with("p_"));
    value.get("type").is_some() && (value.get("messageID").is_some() || tool || id)
}

fn is_message(value: Json<'_>) -> bool {
    value.get("sessionID").is_some() && value.get("role").is_some() && value.get("time").is_some()
}

fn is_session(value: Json<'_>) -> bool {
    value.get("directory").is_some() && (value.get("projectID").is_some() || value.get("slug").is_some())
}

pub fn read<'a>(value: Json<'a>, mut reading: Reading<'_, 'a>) {
    if is_part(value) {
        part(value, &mut reading);
    } else if is_message(value) {
        message(value, &mut reading);
    } else if is_session(value) {
        session(value, &mut reading);
    }
}

fn remember(reading: &mut Reading<'_, '_>, id: String, role: Role) {
    if reading.state.roles.len() >= REMEMBERED {
        reading.state.roles.retain(|id, _| id.starts_with("session:"));
    }
    reading.state.roles.insert(id, role);
}

fn session<'a>(value: Json<'a>, reading: &mut Reading<'_, 'a>) {
    let Some(id) = value.str("id") else { return };
    let cwd = value.str("directory").map(Cow::into_owned);
    remember(reading, format!("session:{id}"), Role { cwd: cwd.clone(), session: id.to_string(), ..Role::default() });
    let frame = Frame {
        id: Some(Cow::Owned(format!("{id}/title"))),
        session: Some(id),
        at: value.get("time").and_then(|times| times.get("created")).and_then(time),
        cwd: cwd.map(Cow::Owned),
        ..Frame::default()
    };
    if let Some(title) = value.str("title") {
        reading.emit(&frame, 0, Body::Title(title));
    }
}

fn message<'a>(value: Json<'a>, reading: &mut Reading<'_, 'a>) {
    let (Some(id), Some(session)) = (value.str("id"), value.str("sessionID")) else { return };
    let of_session = reading.state.roles.get(&format!("session:{session}")).and_then(|role| role.cwd.clone());
    let path = value.get("path");
    let cwd = path.and_then(|path| path.str("cwd").or_else(|| path.text())).map(Cow::into_owned);
    let role = Role {
        user: value.str("role").is_some_and(|role| role == "user"),
        session: session.into_owned(),
        at: value.get("time").and_then(|times| times.get("created")).and_then(time),
        cwd: cwd.or(of_session),
        summary: value.get("summary").and_then(Json::boolean) == Some(true),
    };
    remember(reading, id.into_owned(), role);
}

fn part<'a>(value: Json<'a>, reading: &mut Reading<'_, 'a>) {
    let role = value.str("messageID").and_then(|id| reading.state.roles.get(&*id).cloned()).unwrap_or_default();
    let state = value.get("state");
    let times = state.and_then(|state| state.get("time")).or_else(|| value.get("time"));
    let begun = times.and_then(|times| times.get("start")).and_then(time);
    let session =
        value.str("sessionID").or_else(|| (!role.session.is_empty()).then(|| Cow::Owned(role.session.clone())));
    let frame = Frame {
        id: value.str("id"),
        session,
        at: begun.or(role.at),
        cwd: role.cwd.clone().map(Cow::Owned),
        ..Frame::default()
    };
    match &*value.str("type").unwrap_or_default() {
        "text" => {
            let Some(text) = value.str("text").filter(|text| !text.trim().is_empty()) else { return };
            let synthetic = value.get("synthetic").and_then(Json::boolean) == Some(true);
            let body = match (role.summary, role.user) {
                (true, _) => Body::Summary(text),
                (_, false) => Body::Reply(text),
                (_, true) if synthetic => return,
                (_, true) => match spoken(text) {
                    Some(text) => Body::Prompt(text),
                    None => return,
                },
            };
            reading.emit(&frame, 0, body);
        }
        "tool" => {
            if let Some(state) = state {
                tool(value, state, &frame, reading);
            }
        }
        "compaction" => reading.emit(&frame, 0, Body::Boundary),
        _ => {}
    }
}

fn tool<'a>(value: Json<'a>, state: Json<'a>, frame: &Frame<'a>, reading: &mut Reading<'_, 'a>) {
    let id = value.str("callID").or_else(|| value.str("id")).unwrap_or_default();
    let name = value.str("tool").unwrap_or_default();
    if let Some(input) = state.get("input") {
        reading.emit(frame, 0, Body::Call(Call::new(&id, &name, input)));
    }
    let status = state.str("status").unwrap_or_default();
    let Some(text) = state.str("output").or_else(|| state.str("error")) else { return };
    let exit = state.get("metadata").and_then(loose_exit);
    let times = state.get("time");
    let moment = |name: &str| times.and_then(|times| times.get(name)).and_then(time);
    let outcome = Outcome {
        call: id,
        failed: exit.map(|code| code != 0).or(Some(status == "error")),
        declined: status == "error" && super::is_declined(&text),
        text,
        exit,
        duration_ms: moment("start").zip(moment("end")).map(|(start, end)| end - start),
        ..Outcome::default()
    };
    reading.emit(frame, 1, Body::Outcome(outcome));
}
