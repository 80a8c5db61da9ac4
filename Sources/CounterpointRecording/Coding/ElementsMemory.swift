import CounterpointCore
import IdentifiedArrays

/// A list, a set or a dictionary of which a recording encodes only the elements that have changed.
protocol RememberedElements {
  /// Returns an empty memory of the elements.
  func makeMemory() -> AnyObject

  /// Returns the text, by a memory of the elements; `nil` if it is short, or if the elements can't be told apart.
  func text(remembering memory: AnyObject, _ output: JSONOutput) throws -> HashedText?
}

extension Array: RememberedElements where Element: Encodable {
  func makeMemory() -> AnyObject { ElementsMemory<Element>() }

  func text(remembering memory: AnyObject, _ output: JSONOutput) throws -> HashedText? {
    guard let memory = memory as? ElementsMemory<Element> else { return nil }
    let text = try memory.update(self, output)
    return text.count > HashedText.limit ? text : nil
  }
}

extension IdentifiedArray: RememberedElements where Element: Encodable {
  func makeMemory() -> AnyObject { elements.makeMemory() }

  func text(remembering memory: AnyObject, _ output: JSONOutput) throws -> HashedText? {
    try elements.text(remembering: memory, output)
  }
}

/// The memory of the elements of a long list.
///
/// Elements of observable state are recognized by the numbers of their last edits, so that the list is not retained,
/// and the next edit does not copy it. Other elements are retained. Their list is a copy while elements change again
/// and again, so that only the first edit copies the program's list; a list that has not changed for some time is the
/// program's own, which is recognized at once.
private final class ElementsMemory<Element: Encodable> {
  private let registrarOffset = CounterpointCore.registrarOffset(in: Element.self)
  private var registrars: [ObservationStateRegistrar] = []
  private var elements: [Element] = []
  /// The number of lists without changes in a row.
  private var unchangedCount = 0
  private var texts: [HashedText] = []
  /// The positions of elements with objects or shared values, which are encoded each time.
  private var changeable: Set<Int> = []
  /// The memories of long elements, by position.
  private var parts: [Int: EncodedPart] = [:]
  private var blocks = TextBlocks()

  /// Remembers the elements of a list.
  ///
  /// - Returns: The text of the list.
  func update(_ new: [Element], _ output: JSONOutput) throws -> HashedText {
    let difference =
      if let registrarOffset {
        new.difference(fromBitsOf: registrars, at: registrarOffset)
      } else {
        new.difference(fromBitsOf: elements)
      }
    if new.count != texts.count { replaceTexts(new.count, difference) }
    let middle = difference.prefix..<(new.count - difference.suffix)
    var changed = middle.map(\.self) + difference.positions
    if !changeable.isEmpty { changed = Set(changed).union(changeable.filter { $0 < new.count }).sorted() }
    do {
      for position in changed { try encode(new[position], position, output) }
    } catch {
      // Without a length, so that all elements are encoded the next time.
      (registrars, elements, texts, blocks, parts, changeable) = ([], [], [], TextBlocks(), [:], [])
      throw error
    }
    remember(new, changed, isUnchanged: middle.isEmpty && difference.positions.isEmpty)
    for position in changed { blocks.forgetBlock(at: position) }
    return blocks.text(of: texts, "[", "]")
  }

  private func encode(_ element: Element, _ position: Int, _ output: JSONOutput) throws {
    let isLong = texts[position].count > HashedText.limit
    if isLong, parts[position] == nil { parts[position] = EncodedPart() }
    let (text, isChangeable) = try output.hash(element, isLong ? parts[position] : nil)
    texts[position] = text
    if isChangeable { changeable.insert(position) } else { changeable.remove(position) }
  }

  /// Moves the texts of the elements that are still there.
  private func replaceTexts(_ count: Int, _ difference: ListDifference) {
    parts = [:]
    let first = Array(texts.prefix(difference.prefix))
    let last = Array(texts.suffix(difference.suffix))
    let shift = count - texts.count
    let oldSuffix = texts.count - difference.suffix
    texts = first + Array(repeating: HashedText(), count: count - first.count - last.count) + last
    changeable = Set(
      changeable.compactMap { $0 < difference.prefix ? $0 : $0 >= oldSuffix ? $0 + shift : nil }
    )
    blocks.forgetBlocks(from: difference.prefix)
  }

  private func remember(_ new: [Element], _ changed: [Int], isUnchanged: Bool) {
    guard let registrarOffset else { return rememberElements(of: new, changed, isUnchanged) }
    if registrars.count != new.count {
      registrars = new.indices.map { new.property(ofElement: $0, at: registrarOffset) }
    } else {
      for position in changed { registrars[position] = new.property(ofElement: position, at: registrarOffset) }
    }
  }

  private func rememberElements(of new: [Element], _ changed: [Int], _ isUnchanged: Bool) {
    unchangedCount = isUnchanged ? unchangedCount + 1 : 0
    // As many comparisons cost about as much as a copy.
    if elements.count != new.count || unchangedCount > 8 { return elements = new }
    for position in changed { elements[position] = new[position] }
  }
}
