import Foundation
import SignUp

extension Data {
  /// Bytes that begin as those of a PNG do.
  static func png(byteCount: Int = 67) -> Data {
    Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(repeating: 7, count: byteCount - 8)
  }
}

extension OfferedFile {
  /// A file in memory.
  init(_ name: String, _ data: Data) {
    self.init(name: name) { _ in data }
  }
}

extension Picture {
  /// A picture without bytes.
  static let me = Picture(id: UUID(0), name: "me.png", format: .png, byteCount: 67)
}

extension UUID {
  /// An identifier that ends with a number.
  init(_ number: UInt8) {
    self.init(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }
}
