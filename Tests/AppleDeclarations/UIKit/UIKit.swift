// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of the public UIKit API that the guide uses, in our own words, for the type checker.

@MainActor open class UIView {
  public init() {}
}

@MainActor open class UILabel: UIView {
  open var text: String?
}

@MainActor open class UIViewController {
  public init() {}
  open var view: UIView! = UIView()
  open func viewDidLoad() {}
}
