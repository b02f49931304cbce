import Foundation

/// Presents pickers of this module, in the place of the class of UIKit: it has no view.
///
/// `present` on any object of this class asks the person; a program that has no view controllers makes one for it.
/// - Thread: the main one.
open class UIViewController: NSObject {
    /// The title, which nothing shows.
    open var title: String?
    /// The one that this one presents.
    open private(set) var presentedViewController: UIViewController?
    /// The one that presents this one.
    open private(set) weak var presentingViewController: UIViewController?

    /// Makes one that presents nothing.
    public override init() {}

    /// Presents another one; does nothing while one is presented.
    ///
    /// - Parameters:
    ///   - viewControllerToPresent: A picker; others are noted and ask nothing.
    ///   - flag: Has no effect.
    ///   - completion: Called before this returns.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        guard presentedViewController == nil, viewControllerToPresent.presentingViewController == nil else { return }
        presentedViewController = viewControllerToPresent
        viewControllerToPresent.presentingViewController = self
        completion?()
        viewControllerToPresent.appear()
    }

    /// Dismisses what this one presents, or else this one.
    ///
    /// - Parameters:
    ///   - flag: Has no effect.
    ///   - completion: Called before this returns.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        guard let presented = presentedViewController else {
            if let presentingViewController {
                presentingViewController.dismiss(animated: flag, completion: completion)
            } else {
                // The one that presented it may be gone.
                disappear()
                completion?()
            }
            return
        }
        presentedViewController = nil
        presented.presentingViewController = nil
        presented.disappear()
        completion?()
    }

    /// Begins to ask the person, in subclasses that ask.
    func appear() {}

    /// Withdraws the question, in subclasses that ask.
    func disappear() {}
}
