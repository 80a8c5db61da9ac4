import CounterpointTerminal
import Foundation
import SignUp

/// What only the terminal knows: no feature has a cursor.
struct LocalState: Equatable {
  /// Where the cursor stands in the field that has the focus.
  var cursor = FormCursor()
  /// The button that is selected in a prompt. One of an earlier prompt selects nothing in the next one.
  var button: UUID?
  /// The part that is selected on the summary.
  var part = ScrollingList()
}
