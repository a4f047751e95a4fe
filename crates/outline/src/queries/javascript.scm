; Classes and their members, as this grammar names them.
(class_declaration name: (identifier) @name body: (_) @body) @item.class
(class_declaration (decorator) @note name: (identifier) @name) @item.class
(method_definition (decorator) @note name: (_) @name) @item.method
(class_body (field_definition property: (_) @name value: [
  (function_expression body: (_) @body) (arrow_function body: (_) @body)
]) @item.method)
(class_body (field_definition property: (_) @name value: (_)? @value) @item.field)
(class_body (field_definition (decorator) @note property: (_) @name) @item.field)
