(comment) @comment

(type_declaration "type" @keyword (type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @item.struct)
(type_declaration "type" @keyword (type_spec name: (_) @name type: (interface_type "{" @body)) @item.interface)
(type_declaration "type" @keyword (type_spec name: (_) @name) @item.type)
(type_declaration "type" @keyword (type_alias name: (_) @name) @item.type)

(type_spec type: (struct_type (field_declaration_list (field_declaration name: (_) @name) @item.field)))
(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: (_) @name) @item.field)))
(field_declaration tag: (_) @body) @item
(type_spec type: (interface_type (method_elem name: (_) @name) @item.method))
(type_spec type: (interface_type (type_elem (type_identifier) @name) @item.field))

(function_declaration name: (_) @name body: (_)? @body) @item.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (_) @container
    (pointer_type (_) @container)
  ]))
  name: (_) @name
  body: (_)? @body) @item.method

(source_file (const_declaration "const" @keyword (const_spec name: (_) @name value: (_)? @value) @item.const))
(source_file (var_declaration "var" @keyword (var_spec name: (_) @name value: (_)? @value) @item.variable))
(source_file (var_declaration "var" @keyword (var_spec_list (var_spec name: (_) @name value: (_)? @value) @item.variable)))
