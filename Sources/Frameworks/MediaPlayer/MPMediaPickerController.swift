import Foundation
import SordinoDevice
import SordinoLibrary
import SordinoRealtime
import SordinoSession

/// Receives what the person has picked; the receiver dismisses the picker.
///
/// - Thread: called on the main queue.
public protocol MPMediaPickerControllerDelegate: NSObjectProtocol {
    /// Receives the items in the order in which they were picked; one at most unless several are allowed.
    func mediaPicker(
        _ mediaPicker: MPMediaPickerController, didPickMediaItems mediaItemCollection: MPMediaItemCollection)
    /// Learns that the person picks nothing, or that no person could be asked.
    func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController)
}

extension MPMediaPickerControllerDelegate {
    /// Ignores the items, for receivers without this method.
    public func mediaPicker(
        _ mediaPicker: MPMediaPickerController, didPickMediaItems mediaItemCollection: MPMediaItemCollection
    ) {}
    /// Ignores the cancellation, for receivers without this method.
    public func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController) {}
}

/// Lets the person choose items of the library: on the program's terminal, or else on the page of a console.
///
/// `present` asks, and the delegate is called once. A program without a terminal whose user has no console open is answered
/// with a cancellation. On a simulated device `SimulatedApp.answerMediaPickers` is the person.
/// - Thread: the main one.
open class MPMediaPickerController: UIViewController {
    /// The kinds of items that are offered.
    public let mediaTypes: MPMediaType
    open weak var delegate: (any MPMediaPickerControllerDelegate)?
    /// Indicates whether several items can be picked.
    open var allowsPickingMultipleItems = false
    /// A sentence above the list.
    open var prompt: String?
    /// Kept and given back: all items are files of this device.
    open var showsCloudItems = true
    /// Kept and given back: no item is protected.
    open var showsItemsWithProtectedAssets = true

    private let context = AppContext.current
    /// The question that waits for an answer.
    private var asked: MediaAsking?

    /// Makes a picker of some kinds of items.
    public init(mediaTypes: MPMediaType) {
        self.mediaTypes = mediaTypes
        super.init()
    }

    /// Makes a picker of all kinds of items.
    public override convenience init() { self.init(mediaTypes: .any) }

    override func appear() {
        let library = AppContext.run(in: context) { LibraryAccess.current.library }
        let model = PickerModel(
            prompt: prompt, allowsSeveral: allowsPickingMultipleItems, kinds: UInt64(mediaTypes.rawValue))
        let (context, me) = (context, Lent(WeakObject(self)))
        let asking = MediaAsking(context) { asking, ids in
            context.system.callbacks.deliver(.main, to: context) { me.value.object?.take(ids, of: asking) }
        }
        asked = asking
        asking.begin(model, library)
    }

    override func disappear() {
        asked?.end()
        asked = nil
    }

    private func take(_ ids: [UInt64]?, of asking: MediaAsking) {
        // An answer to a picker that was dismissed meanwhile is none.
        guard asked === asking else { return }
        asked = nil
        let library = AppContext.run(in: context) { LibraryAccess.current.library }
        let items = (ids ?? []).compactMap { id -> MPMediaItem? in
            guard let library, let row = library.table.row(of: id) else { return nil }
            let item = MPMediaItem(id, library, row: row)
            return item.mediaType.isDisjoint(with: mediaTypes) ? nil : item
        }
        if items.isEmpty {
            delegate?.mediaPickerDidCancel(self)
        } else {
            let picked = allowsPickingMultipleItems ? items : Array(items.prefix(1))
            delegate?.mediaPicker(self, didPickMediaItems: MPMediaItemCollection(items: picked))
        }
    }
}
