(comment) @comment

(function_declaration name: (_) @name body: (_)? @body) @item.function
(function_declaration ["pub" "export"] @public) @item
(variable_declaration . (identifier) @name [
  (struct_declaration "{" @body)
  (opaque_declaration "{" @body)
]) @item.struct
(variable_declaration . (identifier) @name (enum_declaration "{" @body)) @item.enum
(variable_declaration . (identifier) @name (union_declaration "{" @body)) @item.union
(variable_declaration . (identifier) @name (error_set_declaration "{" @body)) @item.error
(source_file (variable_declaration . (identifier) @name (_) @value .) @item.const
  (#not-match? @value "^@import\\(\"[a-z]"))
(struct_declaration (variable_declaration . (identifier) @name (_) @value .) @item.const)
(enum_declaration (variable_declaration . (identifier) @name (_) @value .) @item.const)
(union_declaration (variable_declaration . (identifier) @name (_) @value .) @item.const)
(source_file (variable_declaration . (identifier) @name type: (_) .) @item.const)
(variable_declaration ["pub" "export"] @public) @item

(struct_declaration (container_field name: (_) @name @public) @item.field)
(union_declaration (container_field name: (_) @name @public) @item.variant)
(enum_declaration (container_field name: (_) @name @public) @item.variant)
(enum_declaration (container_field type: (identifier) @name @public) @item.variant)
(error_set_declaration (identifier) @name @public @item.variant)
(source_file (container_field name: (_) @name @public) @item.field)
(using_namespace_declaration (_) @name @public) @item.use
(test_declaration [(string) (identifier)] @name (block) @body) @item.test
