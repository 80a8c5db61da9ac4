public import Counterpoint
public import Foundation

/// Returns the board in a file, which all visitors of a process share. The first change quarantines a damaged file.
///
/// - Parameters:
///   - url: The file.
///   - initial: The board if there is no file.
public func sharedBoard(in url: URL, initial: CardBoard = .empty) -> Shared<CardBoard> {
  Shared(wrappedValue: initial, .fileStorage(url))
}
