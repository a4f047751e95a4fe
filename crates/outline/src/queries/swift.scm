[(comment) (multiline_comment)] @comment

(class_declaration "extension" name: (_) @name body: (_) @body) @item.extension
(class_declaration "enum" name: (_) @name body: (_) @body) @item.enum
(class_declaration "struct" name: (_) @name body: (_) @body) @item.struct
(class_declaration "actor" name: (_) @name body: (_) @body) @item.class
(class_declaration "class" name: (_) @name body: (_) @body) @item.class
(protocol_declaration name: (_) @name body: (_) @body) @item.protocol
(function_declaration name: [(simple_identifier) (custom_operator) (bang)] @name body: (_) @body) @item.function
(protocol_function_declaration name: [(simple_identifier) (custom_operator) (bang)] @name) @item.method
(init_declaration "init" @name body: (_)? @body) @item.constructor
(deinit_declaration "deinit" @name body: (_) @body) @item.method
(subscript_declaration "subscript" @name (computed_property)? @body) @item.property
(typealias_declaration name: (type_identifier) @name) @item.typealias
(associatedtype_declaration name: (type_identifier) @name) @item.type
(enum_entry name: (simple_identifier) @name) @item.variant
(source_file (property_declaration name: (pattern bound_identifier: (_) @name) value: (_)? @value) @item.variable)
(class_body (property_declaration name: (pattern bound_identifier: (_) @name) value: (_)? @value) @item.variable)
(enum_class_body (property_declaration name: (pattern bound_identifier: (_) @name) value: (_)? @value) @item.variable)
(property_declaration computed_value: (_) @body) @item
(protocol_property_declaration name: (pattern bound_identifier: (_) @name)) @item.variable
(macro_declaration (simple_identifier) @name) @item.macro

(_ (modifiers (attribute) @note)) @item
(_ (modifiers (visibility_modifier "public" @public))) @item
(_ (modifiers (visibility_modifier "open" @public))) @item
(_ (modifiers (visibility_modifier "private" @private))) @item
(_ (modifiers (visibility_modifier "fileprivate" @private))) @item
; What a public protocol or enumeration has inside is public, too.
(protocol_declaration (modifiers (visibility_modifier "public")) body: (protocol_body (_) @item @public))
(class_declaration "enum" (modifiers (visibility_modifier "public")) body: (enum_class_body (enum_entry) @item @public))
