[(line_comment) (block_comment)] @comment

(class_declaration "interface" name: (_) @name [(class_body) (enum_class_body)]? @body) @item.interface
(class_declaration (modifiers (class_modifier) @_enum) name: (_) @name (enum_class_body)? @body (#eq? @_enum "enum")) @item.enum
(class_declaration name: (_) @name [(class_body) (enum_class_body)]? @body) @item.class
(object_declaration name: (_) @name (class_body)? @body) @item.object
(companion_object name: (_) @name (class_body)? @body) @item.object
(companion_object !name "companion" @named.Companion (class_body)? @body) @item.object
(function_declaration name: (_) @name (function_body)? @body) @item.function
(secondary_constructor "constructor" @name (block)? @body) @item.constructor
(type_alias type: (_) @name) @item.typealias
(enum_entry (identifier) @name (class_body)? @body) @item.variant
(class_parameter ["val" "var"] (identifier) @name) @item.field
(source_file (property_declaration (variable_declaration . (identifier) @name) (_)? @value .) @item.variable)
(class_body (property_declaration (variable_declaration . (identifier) @name) (_)? @value .) @item.variable)
(enum_class_body (property_declaration (variable_declaration . (identifier) @name) (_)? @value .) @item.variable)
(source_file (property_declaration (multi_variable_declaration (variable_declaration . (identifier) @name))) @item.variable)
(property_declaration [(getter) (setter)] @body) @item

(_ (modifiers (annotation) @note)) @item
(_ (modifiers (visibility_modifier "private" @private))) @item
(_ (modifiers (visibility_modifier "protected" @restricted))) @item
(_ (modifiers (visibility_modifier "internal" @restricted))) @item
