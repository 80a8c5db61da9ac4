public import Counterpoint

/// Takes files as pictures.
@DependencyClient
public struct PictureClient: Sendable {
  /// Checks a file, and returns the picture, which refers to its bytes.
  ///
  /// - Throws: ``PictureError``, with what the user can do.
  public var add: @Sendable (_ file: OfferedFile) async throws -> Picture
}

extension PictureClient: DependencyKey {
  /// Reads the offered files where they are. Copies nothing.
  public static let liveValue = PictureClient { try Picture($0) }

  /// Reports each use: a test says itself what a file is.
  public static var testValue: Self { Self() }
}

extension DependencyValues {
  /// The client that takes files as pictures.
  public var pictures: PictureClient {
    get { self[PictureClient.self] }
    set { self[PictureClient.self] = newValue }
  }
}
