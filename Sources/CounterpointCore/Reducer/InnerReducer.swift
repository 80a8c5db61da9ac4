/// A reducer that another one runs, with its cached body if it has one.
@usableFromInline
struct InnerReducer<Base: Reducer> {
  @usableFromInline let base: Base
  @usableFromInline let kept: CachedReducer<Base.State, Base.Action>?

  @usableFromInline
  init(_ base: Base) {
    self.base = base
    if Base.Body.self != Never.self {
      kept = CachedReducer(base)
    } else {
      kept = (Base.self as? any OptionalReducer.Type)?.keeper(of: base) as? CachedReducer<Base.State, Base.Action>
    }
  }

  /// Changes the state for one action.
  @inlinable @inline(__always)
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    if let kept { return kept.reduce(into: &state, action: action) }
    return base.reduce(into: &state, action: action)
  }
}

/// An optional reducer: an `if` without an `else`. It has no body itself; its content may have one.
private protocol OptionalReducer {
  /// Returns the body cache of the reducer in an optional; `nil` if there is no reducer.
  static func keeper(of optional: Any) -> AnyObject?
}

extension Optional: OptionalReducer where Wrapped: Reducer {
  fileprivate static func keeper(of optional: Any) -> AnyObject? {
    (optional as? Wrapped).map { CachedReducer($0) }
  }
}
