import CounterpointTerminal
import Foundation
import SignUp

/// The state of the terminal alone: no feature has a cursor.
struct LocalState: Equatable {
  /// The position of the cursor in the focused field.
  var cursor = FormCursor()
  /// The button that is selected in a prompt. One of an earlier prompt selects nothing in the next one.
  var button: UUID?
  /// The part that is selected on the summary.
  var part = ScrollingList()
}
