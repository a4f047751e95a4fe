(comment) @comment

(function_definition name: (_) @name body: (_) @body) @item.function
(declaration_command "export" (variable_assignment name: (_) @name value: (_)? @value)) @item.export
(declaration_command "export" (variable_name) @name) @item.export
(program (declaration_command ["readonly" "declare" "typeset"] (variable_assignment name: (_) @name value: (_)? @value)) @item.variable)
(program (variable_assignment name: (_) @name value: (_)? @value) @item.variable)
