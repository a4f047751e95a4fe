(comment) @comment

(class_declaration name: (_) @name body: (_) @body) @item.class
(interface_declaration name: (_) @name body: (_) @body) @item.interface
(trait_declaration name: (_) @name body: (_) @body) @item.trait
(enum_declaration name: (_) @name body: (_) @body) @item.enum
(enum_case name: (_) @name) @item.variant
(function_definition name: (_) @name body: (_) @body) @item.function
(method_declaration name: (_) @name body: (_)? @body) @item.method
(const_declaration (const_element . (name) @name . (_) @value)) @item.const
(property_declaration (property_element name: (_) @name default_value: (_)? @value)) @item.field
(property_promotion_parameter visibility: (visibility_modifier) @_said name: (_) @name @public (#eq? @_said "public")) @item.field
(function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument (string) @name))
  (#eq? @_define "define")) @item.const
(program (expression_statement (assignment_expression left: (variable_name) @name right: [
  (anonymous_function body: (_) @body) (arrow_function body: (_) @body)
]) @item.function))
(anonymous_class body: (declaration_list) @scope)

(_ attributes: (attribute_list) @note) @item
(_ (visibility_modifier) @private (#eq? @private "private")) @item
(_ (visibility_modifier) @restricted (#eq? @restricted "protected")) @item
