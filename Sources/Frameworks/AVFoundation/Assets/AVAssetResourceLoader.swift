import Foundation
import SordinoRealtime
import SordinoStreaming

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Provides the bytes of assets whose addresses have a scheme that the program defines.
public protocol AVAssetResourceLoaderDelegate: NSObjectProtocol {
    /// Asks the program for bytes, or for the type and length of the resource.
    ///
    /// - Parameter loadingRequest: Answered now or later, on any thread.
    /// - Returns: Whether the program will answer; false makes the asset fail.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool

    /// Called when a request is no longer needed.
    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest)
}

extension AVAssetResourceLoaderDelegate {
    /// Refuses the request, so that the asset fails.
    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool { false }

    /// Ignores the end of the request.
    public func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
    ) {}
}

/// Asks a delegate for the bytes of an asset that no file and no server of HTTP holds.
///
/// - Thread: any; the delegate is asked on its queue.
open class AVAssetResourceLoader: NSObject, @unchecked Sendable {
    private let lock = NSLock()
    private weak var object: (any AVAssetResourceLoaderDelegate)?
    private var queue: DispatchQueue?
    private var failure: (any Error)?

    /// Sets the object that provides bytes; it is not retained.
    ///
    /// - Parameters:
    ///   - delegate: Asked when the asset is read; nil for none.
    ///   - delegateQueue: A serial queue for the calls of the delegate; nil for a queue of the loader.
    open func setDelegate(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?) {
        let queue = delegate == nil ? nil : delegateQueue ?? DispatchQueue(label: "org.sordino.resourceloader")
        lock.withLock { (object, self.queue) = (delegate, queue) }
    }

    /// The object that provides bytes.
    open var delegate: (any AVAssetResourceLoaderDelegate)? { lock.withLock { object } }
    /// The queue on which the delegate is called.
    open var delegateQueue: DispatchQueue? { lock.withLock { queue } }

    /// The error that the delegate gave last.
    var error: (any Error)? { lock.withLock { failure } }

    fileprivate func failed(_ error: any Error) { lock.withLock { failure = error } }

    /// Questions to the delegate for one reader of the asset.
    func questions(about url: URL) -> ByteQuestions {
        ByteQuestions { [weak self] question in
            guard let queue = self?.delegateQueue else { return question.finish(Self.nobody) }
            queue.async { [weak self] in self?.put(question, about: url, on: queue) ?? question.finish(Self.nobody) }
        }
    }

    private static let nobody = StreamError.connection("nobody loads it")

    /// Asks the delegate, on its queue.
    private func put(_ question: ByteQuestion, about url: URL, on queue: DispatchQueue) {
        guard let delegate else { return question.finish(Self.nobody) }
        let request = AVAssetResourceLoadingRequest(self, url, question)
        question.whenCancelled { [weak self] in
            queue.async { [weak self] in
                guard let self else { return }
                self.delegate?.resourceLoader(self, didCancel: request)
            }
        }
        guard !question.isOver else { return }
        let isWaiting = delegate.resourceLoader(self, shouldWaitForLoadingOfRequestedResource: request)
        if !isWaiting { question.finish(.connection("the program does not load it")) }
    }
}

/// One request to the program for bytes, or for the type and length of a resource.
///
/// - Thread: any.
open class AVAssetResourceLoadingRequest: NSObject, @unchecked Sendable {
    private struct State {
        var redirect: URLRequest?
        var response: URLResponse?
    }

    private weak var loader: AVAssetResourceLoader?
    private let question: ByteQuestion
    private let state = Guarded(State())
    /// The request with the address of the asset.
    public let request: URLRequest
    /// To be filled in if the program is asked for the type and length of the resource; else nil.
    public let contentInformationRequest: AVAssetResourceLoadingContentInformationRequest?
    /// The bytes that are asked for.
    public let dataRequest: AVAssetResourceLoadingDataRequest?

    init(_ loader: AVAssetResourceLoader, _ url: URL, _ question: ByteQuestion) {
        self.loader = loader
        self.question = question
        request = URLRequest(url: url)
        contentInformationRequest =
            question.isAboutResource ? AVAssetResourceLoadingContentInformationRequest(question) : nil
        dataRequest = AVAssetResourceLoadingDataRequest(question)
        super.init()
    }

    /// The address of http:// or https:// where the resource lies instead; counts with `finishLoading`.
    open var redirect: URLRequest? {
        get { state.withLock { $0.redirect } }
        set { state.withLock { $0.redirect = newValue } }
    }
    /// The response of a server, for the program's own use.
    open var response: URLResponse? {
        get { state.withLock { $0.response } }
        set { state.withLock { $0.response = newValue } }
    }
    /// Indicates whether the question has been answered.
    open var isFinished: Bool { question.isOver }
    /// Indicates whether the question is no longer asked.
    open var isCancelled: Bool { question.isCancelled }

    /// Completes the answer, or redirects to `redirect` if that is set.
    open func finishLoading() {
        if let address = redirect?.url?.absoluteString {
            question.finish(movedTo: address)
        } else {
            question.finish()
        }
    }

    /// Ends the answer with an error, which becomes that of the asset; nil as `finishLoading()`.
    open func finishLoading(with error: (any Error)?) {
        guard let error else { return finishLoading() }
        loader?.failed(error)
        question.finish(.connection((error as NSError).localizedDescription))
    }
}

/// The program's description of its resource.
open class AVAssetResourceLoadingContentInformationRequest: NSObject, @unchecked Sendable {
    private let question: ByteQuestion
    private let type = Guarded<String?>(nil)

    init(_ question: ByteQuestion) {
        self.question = question
        super.init()
    }

    /// The uniform type identifier; ignored, since files are recognised by their bytes.
    open var contentType: String? {
        get { type.withLock { $0 } }
        set { type.withLock { $0 = newValue } }
    }
    /// The types that can be played.
    open var allowedContentTypes: [String]? { AVURLAsset.audiovisualTypes().map(\.rawValue) }
    /// Bytes of the whole; 0 if they are not known.
    open var contentLength: Int64 {
        get { question.resource.byteCount ?? 0 }
        set { question.resource.byteCount = newValue > 0 ? newValue : nil }
    }
    /// Indicates whether any part of the resource can be asked for.
    open var isByteRangeAccessSupported: Bool {
        get { question.resource.givesParts }
        set { question.resource.givesParts = newValue }
    }
}

/// The bytes that are asked for.
open class AVAssetResourceLoadingDataRequest: NSObject, @unchecked Sendable {
    private let question: ByteQuestion

    init(_ question: ByteQuestion) {
        self.question = question
        super.init()
    }

    /// The offset of the first requested byte.
    open var requestedOffset: Int64 { question.offset }
    /// The number of requested bytes; `Int.max` for all bytes up to an unknown end.
    open var requestedLength: Int { question.byteCount.map { Int($0) } ?? .max }
    /// Indicates whether all bytes up to the end are requested.
    open var requestsAllDataToEndOfResource: Bool { question.byteCount == nil }
    /// The offset behind the bytes that were delivered.
    open var currentOffset: Int64 { question.offset + Int64(question.arrivedCount) }

    /// Delivers the next bytes; more than were requested are dropped.
    open func respond(with data: Data) { question.append([UInt8](data)) }
}
