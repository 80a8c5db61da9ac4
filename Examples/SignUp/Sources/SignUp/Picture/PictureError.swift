public import Foundation

/// The reason why a file can't be the picture.
public enum PictureError: Error, Equatable, Sendable {
  /// There is no such file.
  case missing(path: String)
  /// The path leads to a folder, a pipe or a device.
  case notAFile(path: String)
  /// The file can't be read.
  case unreadable(name: String, reason: String)
  /// The first bytes are those of no ``PictureFormat``.
  case notAPicture(name: String)
  /// The file has more than ``Picture/maximumByteCount``.
  case tooBig(name: String, byteCount: Int)
  /// The file was replaced after it was checked.
  case changed(name: String)
  /// The picture was decoded, so it has no bytes.
  case unavailable(name: String)
}

extension PictureError: LocalizedError, CustomStringConvertible {
  /// The reason and its correction, in one or two sentences.
  public var description: String {
    switch self {
    case .missing(let path): "There is no file at \(path). Check the path."
    case .notAFile(let path): "\(path) is not a file. Enter the path of a picture."
    case .unreadable(let name, let reason): "\(name) can't be read: \(reason) Choose another file."
    case .notAPicture(let name): "\(name) is not a picture. Choose a PNG, JPEG or GIF."
    case .tooBig(let name, let byteCount):
      "\(name) has \(sizeText(byteCount)). Choose a picture of at most \(sizeText(Picture.maximumByteCount))."
    case .changed(let name): "\(name) has changed since you chose it. Choose it again."
    case .unavailable(let name): "\(name) is no longer there. Choose it again, or remove it."
    }
  }

  /// The reason and its correction, in one or two sentences.
  public var errorDescription: String? { description }
}
