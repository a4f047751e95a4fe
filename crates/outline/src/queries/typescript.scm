; Classes and their members, as this grammar names them.
(class_declaration name: (type_identifier) @name body: (_) @body) @item.class
(class_declaration decorator: (decorator) @note name: (type_identifier) @name) @item.class
(class_body (decorator) @note . (method_definition name: (_) @name) @item.method)
(class_body (public_field_definition name: (_) @name value: [
  (function_expression body: (_) @body) (arrow_function body: (_) @body)
]) @item.method)
(class_body (public_field_definition name: (_) @name value: (_)? @value) @item.field)
(class_body (public_field_definition decorator: (decorator) @note name: (_) @name) @item.field)

; Types.
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @item.class
(abstract_class_declaration decorator: (decorator) @note name: (type_identifier) @name) @item.class
(interface_declaration name: (type_identifier) @name body: (_) @body) @item.interface
(type_alias_declaration name: (type_identifier) @name value: (_) @value) @item.type
(enum_declaration name: (identifier) @name body: (_) @body) @item.enum
(enum_body [
  (property_identifier) @name @item.variant
  (enum_assignment name: (_) @name) @item.variant
])
(internal_module name: (_) @name body: (_) @body) @item.namespace
(module name: (_) @name body: (_) @body) @item.namespace
(ambient_declaration "global" @name @public (statement_block) @body) @item.namespace

; Signatures without a body.
(function_signature name: (identifier) @name) @item.function
(method_signature name: (_) @name) @item.method
(abstract_method_signature name: (_) @name) @item.method
(interface_body (property_signature name: (_) @name) @item.field)
(type_alias_declaration value: (object_type (property_signature name: (_) @name) @item.field))
(interface_body (call_signature parameters: (_) @name) @item.method)
(_ (construct_signature "new" @name) @item.method)
(interface_body (index_signature name: (_) @name) @item.field)
(ambient_declaration (lexical_declaration kind: _ @keyword
  (variable_declarator name: (identifier) @name) @item.variable))
(ambient_declaration (variable_declaration "var" @keyword
  (variable_declarator name: (identifier) @name) @item.variable))
(export_statement declaration: (ambient_declaration (_) @item) @public)
(export_statement declaration: (ambient_declaration (_ (variable_declarator) @item)) @public)
(export_statement "=" (identifier) @export)

; Who may see a member.
(class_body (_ (accessibility_modifier) @private (#eq? @private "private")) @item)
(class_body (_ (accessibility_modifier) @restricted (#eq? @restricted "protected")) @item)
(class_body (method_definition
  parameters: (formal_parameters
    (required_parameter (accessibility_modifier) @_said pattern: (identifier) @name @public) @item.field))
  (#eq? @_said "public"))
