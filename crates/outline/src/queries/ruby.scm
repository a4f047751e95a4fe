(comment) @comment

(module name: (constant) @name body: (_)? @body) @item.module
(module name: (scope_resolution name: (_) @name) body: (_)? @body) @item.module
(class name: (constant) @name body: (_)? @body) @item.class
(class name: (scope_resolution name: (_) @name) body: (_)? @body) @item.class
(singleton_class value: (_) @name body: (_)? @body) @item.class
(method name: (_) @name body: (_)? @body) @item.method
(singleton_method name: (_) @name body: (_)? @body) @item.method

(program (assignment left: (constant) @name right: (_) @value) @item.constant)
(body_statement (assignment left: (constant) @name right: (_) @value) @item.constant)
(assignment left: (scope_resolution name: (_) @name) right: (_) @value) @item.constant
; Classes made by a call: what its block defines belongs to them.
(assignment left: (constant) @name right: (call method: (identifier) @_new block: (_) @body) (#eq? @_new "new")) @item.class

(call method: (identifier) @_attr arguments: (argument_list [(simple_symbol) (string)] @name)
  (#any-of? @_attr
    "attr_accessor" "attr_reader" "attr_writer" "attr" "cattr_accessor" "mattr_accessor" "class_attribute" "delegate"
    "def_delegators" "def_delegator" "def_instance_delegator")) @item.attribute
(call method: (identifier) @_define arguments: (argument_list . [(simple_symbol) (string)] @name) block: (_)? @body
  (#any-of? @_define "define_method" "define_singleton_method" "scope")) @item.method
(call method: (identifier) @_alias arguments: (argument_list . [(simple_symbol) (string)] @name)
  (#eq? @_alias "alias_method")) @item.alias
(alias name: (_) @name) @item.alias
(call !receiver method: (identifier) @_include arguments: (argument_list [(constant) (scope_resolution)] @name)
  (#any-of? @_include "include" "extend" "prepend")) @item.include

(body_statement ((identifier) @section.private (#eq? @section.private "private")))
(body_statement ((identifier) @section.restricted (#eq? @section.restricted "protected")))
(body_statement ((identifier) @section.public (#any-of? @section.public "public" "module_function")))
(call !receiver method: (identifier) @_say arguments: (argument_list (method name: (_) @name @private) @item.method)
  (#eq? @_say "private"))
(call !receiver method: (identifier) @_say arguments: (argument_list (singleton_method name: (_) @name @private) @item.method)
  (#eq? @_say "private_class_method"))
(call !receiver method: (identifier) @_say arguments: (argument_list (method name: (_) @name @restricted) @item.method)
  (#eq? @_say "protected"))
(call !receiver method: (identifier) @_say arguments: (argument_list (method name: (_) @name @public) @item.method)
  (#any-of? @_say "public" "module_function"))
(call !receiver method: (identifier) @_say arguments: (argument_list [(simple_symbol) (string)] @hide)
  (#any-of? @_say "private" "private_class_method" "private_constant" "protected"))
(call !receiver method: (identifier) @_say arguments: (argument_list (array [(simple_symbol) (bare_symbol)] @hide))
  (#any-of? @_say "private" "private_class_method" "private_constant" "protected"))
