//! The words by which a row of the table asks for the place of a name, and for what the next lines are read.

use super::byte_runs::indent_width;
use super::judge::SecretValueRules;
use super::line::is_table_row;
use super::names::SensitiveNameClass;
use super::place::SensitiveNamePlace;
use super::reading::{AwaitedValue, PromptStrength};

/// What a row of the table may ask of the place of a name.
pub type PlaceCondition = fn(&SensitiveNamePlace<'_>, &SecretValueRules) -> bool;

impl SensitiveNamePlace<'_> {
    /// What a word of the table asks.
    pub fn parse_condition(word: &str) -> Option<PlaceCondition> {
        let condition: PlaceCondition = match word {
            "code" => |_, judge| judge.code,
            "flag" => |place, _| place.flag,
            "quoted" => |place, _| place.quoted,
            "weak" => |place, _| place.class == SensitiveNameClass::Weak,
            "password" => |place, _| place.class == SensitiveNameClass::Password,
            "begins" => |place, _| place.is_at_line_start(),
            "setting" => |place, _| place.is_at_line_start() || place.quoted,
            "empty" => |place, _| place.is_environment_variable(),
            "login" => |place, _| place.names_login_pair(),
            "compound" => |place, _| place.has_several_words(),
            "pair" => |place, _| place.may_be_name_field_value(),
            "closed" => |place, _| place.text_after(400).contains('}'),
            "opened" => |place, _| matches!(place.byte_before(), b'{' | b'(' | b'['),
            "path" => |place, _| place.is_part_of_path_or_address(),
            "row" => |place, _| is_table_row(place.line),
            "auth" => {
                |place, _| place.class == SensitiveNameClass::Weak && place.name.to_ascii_lowercase().ends_with("auth")
            }
            "led" => |place, _| place.led,
            "amp" => |place, _| place.byte_at(place.end) == b'&',
            "question" => |place, _| place.follows_prompt(),
            "label" => |place, _| place.is_label_alone(),
            _ => return None,
        };
        Some(condition)
    }

    /// What the next lines are read for, by a word of the table.
    pub fn parse_awaited_value(&self, word: &str) -> Option<AwaitedValue> {
        let indent = indent_width(self.line);
        Some(match word {
            "next" => AwaitedValue::NextLine { indent },
            "field" => AwaitedValue::Field,
            "block" => AwaitedValue::Block { indent },
            "alone" | "string" => AwaitedValue::Alone { string: word == "string" },
            "top" => AwaitedValue::NextLine { indent: 0 },
            "question" => AwaitedValue::Prompt(PromptStrength::Question),
            "leads" => AwaitedValue::Prompt(PromptStrength::Leads),
            "mentions" => AwaitedValue::Prompt(PromptStrength::Mentions),
            "until" => {
                let mark = self.text_after(80).rsplit('<').next()?;
                AwaitedValue::Until(mark.trim_matches(['-', '~', '\'', '"', ' ']).to_owned())
            }
            _ => return None,
        })
    }
}
