/// The part that an action's change has in the steps of an ``UndoHistory``.
///
/// A closure returns it for each action:
///
/// ```swift
/// .undoable(\.drawing, history: \.history, action: \.history) { action in
///   switch action {
///   case .titleChanged: .group("title")
///   case .dragBegan: .beginGroup
///   case .dragEnded: .endGroup
///   case .colorsLoaded: .excluded
///   default: .step
///   }
/// }
/// ```
///
/// Of these cases, only `beginGroup` and `endGroup` have an effect for an action that changes nothing.
public enum UndoGrouping: Codable, Hashable, Sendable {
  /// The change is a step. Between ``beginGroup`` and ``endGroup``, it is a part of the group.
  case step

  /// The change and the preceding one are one step if both have the same key. Typing in one field becomes one step in
  /// this way, and the next field begins another one.
  ///
  /// The group ends with a change that has another key or none, with ``endGroup``, and when a step is undone or redone.
  /// An action that changes nothing does not end it. Between ``beginGroup`` and ``endGroup``, the key is ignored.
  case group(String)

  /// The change and all later ones up to ``endGroup`` are one step, such as those of a drag. Ends the preceding group.
  ///
  /// Undoing a step does not end the group. Its remaining changes become another step.
  case beginGroup

  /// The change is the last one of the current group; a step if there is no group.
  case endGroup

  /// The change is no step, such as a response of a server. It stays until an earlier step is undone, because that
  /// restores the whole value. Redoing the step then brings the change back.
  ///
  /// The steps that can be redone stay.
  case excluded
}
