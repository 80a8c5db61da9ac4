/// The actions of an inspector's user.
package enum UserAction: Codable, Hashable, Sendable {
  case rowSelected(Int)
  case selectionMoved(by: Int)
  case lastRowSelected
  case causeButtonTapped
  case tabSelected(DetailTab)
  case tabMoved(by: Int)
  /// The row in the list of the tree's rows.
  case treeRowToggled(Int)
  case markButtonTapped
  case markCleared
  case showButtonTapped
  case goLiveButtonTapped
  case resumeButtonTapped
  case playButtonTapped
  case speedButtonTapped(faster: Bool)
  case causeFilterButtonTapped
  case storeFilterButtonTapped
  case filterCleared
  case filterEdited(String)
  case promptOpened(Prompt)
  case promptDismissed
  case draftEdited(String)
  case completeButtonTapped
  case promptSubmitted
}
