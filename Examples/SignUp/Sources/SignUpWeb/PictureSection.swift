import CounterpointHTML
import CounterpointSessions
import Foundation
import SignUp

/// The part of a form by which the visitor sends a picture.
public enum PictureSection {
  /// Exactly what the page shows.
  public struct State: Equatable, Sendable {
    /// The name, the format and the size of the picture; `nil` for none.
    public let picture: String?
    /// Whether a file is being checked.
    public let isChecking: Bool
    /// The reason why the last file is not the picture; `nil` for none.
    public let problem: String?
  }
}

extension PictureSection.State {
  /// Creates the state from that of the screen.
  init(_ state: PersonalInfo.State) {
    picture = state.draft.picture?.summary
    isChecking = state.pictureCheck != nil
    problem = state.problem(with: .picture)
  }

  private var status: String {
    if isChecking { return "Checking the picture…" }
    return picture.map { "Your picture: \($0)." } ?? ""
  }

  @HTMLBuilder var section: [HTML] {
    Element.field(
      "picture",
      label: "Picture",
      .files(accept: PictureFormat.allCases.map(\.mediaType), maxSize: Picture.maximumByteCount),
      hint: "Optional: a PNG, JPEG or GIF of at most 5 MB.",
      problem: problem
    )
    // Always present, because assistive technology announces only changes inside a live region.
    Element(.p, .id("picture"), .role("status"), key: "picture") { status }
    if picture != nil {
      Element(.p, key: "remove-picture") {
        Element.button(SignUpPage.Action.removePictureButtonClicked) { "Remove the picture" }
      }
    }
  }
}

extension OfferedFile {
  /// Creates a file from an upload, whose temporary file lives as long as this value.
  init(_ upload: UploadedFile) {
    self.init(name: upload.name) { limit in
      guard upload.byteCount <= limit else {
        throw PictureError.tooBig(name: upload.name, byteCount: upload.byteCount)
      }
      guard upload.isAvailable else { throw PictureError.unavailable(name: upload.name) }
      return try upload.withURL { try Data(contentsOf: $0) }
    }
  }
}
