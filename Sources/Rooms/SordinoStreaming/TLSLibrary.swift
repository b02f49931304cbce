import Glibc

/// The system's OpenSSL, opened when the first address of the kind https:// is asked for.
///
/// A program that asks for none never loads it, and nothing of it is needed to build this package. Called are functions
/// whose form has been the same since OpenSSL 1.1.
struct TLSLibrary: @unchecked Sendable {
    typealias Object = UnsafeMutableRawPointer

    let makeSession: @convention(c) (Object?) -> Object?
    let freeSession: @convention(c) (Object?) -> Void
    let setDescriptor: @convention(c) (Object?, Int32) -> Int32
    let control: @convention(c) (Object?, Int32, Int, UnsafeMutableRawPointer?) -> Int
    let setHost: @convention(c) (Object?, UnsafePointer<CChar>?) -> Int32
    let parameters: @convention(c) (Object?) -> Object?
    let setAddress: @convention(c) (Object?, UnsafePointer<CChar>?) -> Int32
    let connect: @convention(c) (Object?) -> Int32
    let read: @convention(c) (Object?, UnsafeMutableRawPointer?, Int32) -> Int32
    let write: @convention(c) (Object?, UnsafeRawPointer?, Int32) -> Int32
    let errorKind: @convention(c) (Object?, Int32) -> Int32
    let verdict: @convention(c) (Object?) -> Int
    let verdictText: @convention(c) (Int) -> UnsafePointer<CChar>?
    /// Trusts whom the system trusts, and those in the file that `SSL_CERT_FILE` names.
    let context: Object

    /// The library of this process; nil where there is none.
    static let shared: TLSLibrary? = {
        ["libssl.so.3", "libssl.so.1.1", "libssl.so"].lazy.compactMap { TLSLibrary($0) }.first
    }()

    private init?(_ name: String) {
        // Never closed: what it keeps for each thread outlives any connection.
        guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
        func function<Form>(_ name: String, _: Form.Type) -> Form? {
            dlsym(library, name).map { unsafeBitCast($0, to: Form.self) }
        }
        typealias MakeContext = @convention(c) (Object?) -> Object?
        typealias Method = @convention(c) () -> Object?
        typealias SetVerify = @convention(c) (Object?, Int32, Object?) -> Void
        typealias SetPaths = @convention(c) (Object?) -> Int32
        typealias Control = @convention(c) (Object?, Int32, Int, Object?) -> Int
        guard let makeSession = function("SSL_new", MakeContext.self),
            let freeSession = function("SSL_free", (@convention(c) (Object?) -> Void).self),
            let setDescriptor = function("SSL_set_fd", (@convention(c) (Object?, Int32) -> Int32).self),
            let control = function("SSL_ctrl", Control.self),
            let setHost = function("SSL_set1_host", (@convention(c) (Object?, UnsafePointer<CChar>?) -> Int32).self),
            let parameters = function("SSL_get0_param", MakeContext.self),
            let setAddress = function(
                "X509_VERIFY_PARAM_set1_ip_asc", (@convention(c) (Object?, UnsafePointer<CChar>?) -> Int32).self),
            let connect = function("SSL_connect", SetPaths.self),
            let read = function("SSL_read", (@convention(c) (Object?, Object?, Int32) -> Int32).self),
            let write = function("SSL_write", (@convention(c) (Object?, UnsafeRawPointer?, Int32) -> Int32).self),
            let errorKind = function("SSL_get_error", (@convention(c) (Object?, Int32) -> Int32).self),
            let verdict = function("SSL_get_verify_result", (@convention(c) (Object?) -> Int).self),
            let verdictText = function(
                "X509_verify_cert_error_string", (@convention(c) (Int) -> UnsafePointer<CChar>?).self),
            let method = function("TLS_client_method", Method.self),
            let makeContext = function("SSL_CTX_new", MakeContext.self),
            let contextControl = function("SSL_CTX_ctrl", Control.self),
            let setPaths = function("SSL_CTX_set_default_verify_paths", SetPaths.self),
            let setVerify = function("SSL_CTX_set_verify", SetVerify.self),
            let context = makeContext(method())
        else { return nil }
        // SSL_CTRL_SET_MIN_PROTO_VERSION, TLS 1.2; SSL_VERIFY_PEER.
        _ = contextControl(context, 123, 0x0303, nil)
        setVerify(context, 1, nil)
        guard setPaths(context) == 1 else { return nil }
        self.makeSession = makeSession
        self.freeSession = freeSession
        self.setDescriptor = setDescriptor
        self.control = control
        self.setHost = setHost
        self.parameters = parameters
        self.setAddress = setAddress
        self.connect = connect
        self.read = read
        self.write = write
        self.errorKind = errorKind
        self.verdict = verdict
        self.verdictText = verdictText
        self.context = context
    }
}

/// An encrypted connection on a connected socket, with a server that proved to be the one that was asked for.
final class TLSChannel {
    private let library: TLSLibrary
    private let session: TLSLibrary.Object

    /// Shakes hands.
    ///
    /// - Parameters:
    ///   - descriptor: A connected socket; stays the caller's.
    ///   - host: The name or address that the server's certificate has to bear.
    init(_ descriptor: Int32, host: String) throws(StreamError) {
        guard let library = TLSLibrary.shared else {
            throw .connection("https:// needs the library libssl, which is not installed")
        }
        guard let session = library.makeSession(library.context) else { throw .connection("no memory") }
        self.library = library
        self.session = session
        _ = library.setDescriptor(session, descriptor)
        var bytes = in6_addr()
        if inet_pton(AF_INET, host, &bytes) == 1 || inet_pton(AF_INET6, host, &bytes) == 1 {
            _ = library.setAddress(library.parameters(session), host)
        } else {
            _ = library.setHost(session, host)
            // SSL_CTRL_SET_TLSEXT_HOSTNAME: many names live at one address.
            _ = host.withCString { library.control(session, 55, 0, UnsafeMutableRawPointer(mutating: $0)) }
        }
        guard withoutPipeSignal({ library.connect(session) }) == 1 else {
            let verdict = library.verdict(session)
            guard verdict == 0 else {
                let text = library.verdictText(verdict).map { String(cString: $0) } ?? "\(verdict)"
                throw .connection("its certificate is not trusted: \(text)")
            }
            throw .connection("no secure connection could be agreed on")
        }
    }

    deinit { library.freeSession(session) }

    /// Sends bytes.
    ///
    /// - Returns: How many; 0 or less if the connection is lost.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        withoutPipeSignal { Int(library.write(session, bytes.baseAddress, Int32(min(bytes.count, 1 << 20)))) }
    }

    /// Receives bytes.
    ///
    /// - Returns: How many; 0 when the server has ended the connection in order, less than 0 when it is lost.
    func receive(_ room: UnsafeMutableRawBufferPointer) -> Int {
        // The answer to a question of the protocol's own may have to be written.
        withoutPipeSignal {
            let count = library.read(session, room.baseAddress, Int32(min(room.count, 1 << 20)))
            if count > 0 { return Int(count) }
            // SSL_ERROR_ZERO_RETURN
            return library.errorKind(session, count) == 6 ? 0 : -1
        }
    }

    /// Does something that may write to a connection which the other side has closed, and takes the signal for it away.
    private func withoutPipeSignal<Result>(_ body: () -> Result) -> Result {
        var (pipe, pending, before) = (sigset_t(), sigset_t(), sigset_t())
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        sigpending(&pending)
        let wasPending = sigismember(&pending, SIGPIPE) == 1
        pthread_sigmask(SIG_BLOCK, &pipe, &before)
        defer {
            if !wasPending {
                var now = timespec()
                while sigtimedwait(&pipe, nil, &now) > 0 {}
            }
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        return body()
    }
}
