import SwiftSyntax

/// A comment between two tokens.
struct Comment {
  let text: String
  let position: AbsolutePosition
  /// Whether it follows a token on the same line.
  let isAtEndOfLine: Bool
}

extension TokenSyntax {
  /// The comments between the previous token and this one.
  var commentsBefore: [Comment] {
    var comments: [Comment] = []
    var isAtEndOfLine = false
    var offset = position
    var pieces = Array(leadingTrivia)
    if let previous = previousToken(viewMode: .sourceAccurate) {
      isAtEndOfLine = true
      offset = previous.endPositionBeforeTrailingTrivia
      pieces = Array(previous.trailingTrivia) + pieces
    }
    for piece in pieces {
      switch piece {
      case .newlines, .carriageReturns, .carriageReturnLineFeeds:
        isAtEndOfLine = false
      case .lineComment(let text), .blockComment(let text), .docLineComment(let text), .docBlockComment(let text):
        comments.append(Comment(text: text, position: offset, isAtEndOfLine: isAtEndOfLine))
      default:
        break
      }
      offset += piece.sourceLength
    }
    return comments
  }
}
