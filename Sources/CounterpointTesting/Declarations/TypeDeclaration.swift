/// The access level of a declaration.
enum AccessLevel: String {
  case `private`, `fileprivate`, `internal`, package, `public`, open
}

/// The places from which a declaration is accessible, according to one access level.
struct Visibility {
  let level: AccessLevel
  /// The lines in which a `private` declaration is accessible; `nil` for the whole file.
  let lines: ClosedRange<Int>?
}

/// A type that a source file declares, as far as an expression for a value of it depends on the declaration.
struct TypeDeclaration {
  /// A stored property of an instance.
  struct Property {
    let name: String
    let isConstant: Bool
    let reading: Visibility
    let writing: Visibility
    /// The source of the initial value; `nil` for none.
    let initialValue: String?
    /// The names of attributes, such as property wrappers.
    let attributes: [String]
    let isLazy: Bool
    let type: String

    /// Whether the property has the value `nil` without an initial value.
    var isImplicitlyNil: Bool { !isConstant && type.hasSuffix("?") }
  }

  /// An initializer that can't fail, throw or suspend.
  struct Initializer {
    struct Parameter {
      /// The label; `nil` for none.
      let label: String?
      let name: String
    }

    let visibility: Visibility
    let parameters: [Parameter]
    /// The name of the parameter that each property gets, if the body consists only of such assignments.
    let assignments: [String: String]?
  }

  /// The names of the type and of the types that it is nested in, from the outermost on.
  let path: [String]
  /// The keyword, such as `struct`.
  let kind: String
  let file: String
  /// The visibility of the type, and of all that it is nested in.
  var visibilities: [Visibility]
  /// The lines of the function that declares the type; `nil` for a type that is not local.
  let function: ClosedRange<Int>?
  var properties: [Property] = []
  var initializers: [Initializer] = []
  /// Whether there are initializers that replace the memberwise one.
  var hasInitializers = false
  /// The cases of an enum whose payload is one tuple, as in `case size((Int, Int))`.
  var casesOfTuples: Set<String> = []
}
