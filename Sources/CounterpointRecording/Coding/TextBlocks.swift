/// The texts of blocks of elements, so that the text of a long list follows from those of the blocks that have changed.
struct TextBlocks {
  /// No block is empty, so an empty text is to be computed.
  private var blocks: [HashedText] = []

  /// The number of elements of a block.
  private static let size = 64

  /// Forgets the text of the block that contains a changed element.
  mutating func forgetBlock(at position: Int) {
    if position / Self.size < blocks.count { blocks[position / Self.size] = HashedText() }
  }

  /// Forgets the texts of the blocks that contain an element or follow it, because elements have moved.
  mutating func forgetBlocks(from position: Int) {
    blocks.removeLast(max(0, blocks.count - position / Self.size))
  }

  /// Returns the text of a list.
  ///
  /// - Parameters:
  ///   - texts: The texts of the elements, of which those in blocks that were forgotten may have changed.
  ///   - opening: The bracket before them.
  ///   - closing: The bracket after them.
  mutating func text(of texts: [HashedText], _ opening: Unicode.Scalar, _ closing: Unicode.Scalar) -> HashedText {
    let count = (texts.count + Self.size - 1) / Self.size
    for number in blocks.indices where blocks[number].count == 0 { blocks[number] = block(number, of: texts) }
    while blocks.count < count { blocks.append(block(blocks.count, of: texts)) }
    var text = HashedText([UInt8(ascii: opening)])
    for block in blocks { text.append(block) }
    text.append(HashedText([UInt8(ascii: closing)]))
    return text
  }

  private func block(_ number: Int, of texts: [HashedText]) -> HashedText {
    let comma = HashedText(CollectionOfOne(UInt8(ascii: ",")))
    var text = HashedText()
    for position in number * Self.size..<min(texts.count, (number + 1) * Self.size) {
      if position > 0 { text.append(comma) }
      text.append(texts[position])
    }
    return text
  }
}
