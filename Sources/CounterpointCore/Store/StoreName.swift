import CaseKeyPaths
import IdentifiedArrays

/// Returns the name of a store: that of its feature, if its types are those of one.
func storeName(state: Any.Type, action: Any.Type) -> String {
  if let feature = featureName(state: state, action: action) { return "StoreOf<\(feature)>" }
  if let name = (state as? any FeatureStateContainer.Type)?.storeName(action: action) { return name }
  return "Store<\(unqualifiedName(of: state)), \(unqualifiedName(of: action))>"
}

/// `X`, if the types are `X.State` and `X.Action`.
private func featureName(state: Any.Type, action: Any.Type) -> String? {
  let state = unqualifiedName(of: state)
  let feature = state.dropLast(".State".count)
  return "\(feature).State" == state && "\(feature).Action" == unqualifiedName(of: action) ? String(feature) : nil
}

/// A container of children's states.
private protocol FeatureStateContainer {
  /// The name of a store of it with such actions, `nil` if they are not those of a feature.
  static func storeName(action: Any.Type) -> String?
}

/// Actions around those of children.
private protocol FeatureActionContainer {
  static var child: Any.Type { get }
}

extension PresentationAction: FeatureActionContainer {
  fileprivate static var child: Any.Type { Action.self }
}

extension IdentifiedAction: FeatureActionContainer {
  fileprivate static var child: Any.Type { Action.self }
}

extension StackAction: FeatureActionContainer {
  fileprivate static var child: Any.Type { Action.self }
}

private func featureName(state: Any.Type, inside action: Any.Type) -> String? {
  (action as? any FeatureActionContainer.Type).flatMap { featureName(state: state, action: $0.child) }
}

extension Optional: FeatureStateContainer {
  fileprivate static func storeName(action: Any.Type) -> String? {
    if let feature = featureName(state: Wrapped.self, action: action) { return "StoreOf<\(feature)?>" }
    return featureName(state: Wrapped.self, inside: action).map { "PresentationStoreOf<\($0)>" }
  }
}

extension PresentationState: FeatureStateContainer {
  fileprivate static func storeName(action: Any.Type) -> String? {
    featureName(state: State.self, inside: action).map { "PresentationStoreOf<\($0)>" }
  }
}

extension IdentifiedArray: FeatureStateContainer {
  fileprivate static func storeName(action: Any.Type) -> String? {
    featureName(state: Element.self, inside: action).map { "IdentifiedStoreOf<\($0)>" }
  }
}

extension StackState: FeatureStateContainer {
  fileprivate static func storeName(action: Any.Type) -> String? {
    featureName(state: Element.self, inside: action).map { "StackStoreOf<\($0)>" }
  }
}
