import Glibc

/// The system's libcrypto, opened when the first encrypted piece of a playlist is read.
///
/// Called are functions whose form has been the same since OpenSSL 1.1.
struct CryptoLibrary: Sendable {
    typealias Object = UnsafeMutableRawPointer

    private let makeContext: @convention(c) () -> Object?
    private let freeContext: @convention(c) (Object?) -> Void
    private let cipher: @convention(c) () -> Object?
    private let begin: @convention(c) (Object?, Object?, Object?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?) -> Int32
    private let update:
        @convention(c) (
            Object?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int32>?, UnsafePointer<UInt8>?, Int32
        )
            -> Int32
    private let end: @convention(c) (Object?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int32>?) -> Int32

    /// The library of this process; nil where there is none.
    static let shared: CryptoLibrary? = {
        for name in ["libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so"] {
            if let library = CryptoLibrary(name) { return library }
        }
        return nil
    }()

    private init?(_ name: String) {
        guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
        func function<Form>(_ name: String, _: Form.Type) -> Form? {
            dlsym(library, name).map { unsafeBitCast($0, to: Form.self) }
        }
        typealias Make = @convention(c) () -> Object?
        typealias Free = @convention(c) (Object?) -> Void
        typealias Begin =
            @convention(c) (Object?, Object?, Object?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?) -> Int32
        typealias Update =
            @convention(c) (
                Object?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int32>?, UnsafePointer<UInt8>?, Int32
            ) -> Int32
        typealias End = @convention(c) (Object?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int32>?) -> Int32
        guard let makeContext = function("EVP_CIPHER_CTX_new", Make.self),
            let freeContext = function("EVP_CIPHER_CTX_free", Free.self),
            let cipher = function("EVP_aes_128_cbc", Make.self),
            let begin = function("EVP_DecryptInit_ex", Begin.self),
            let update = function("EVP_DecryptUpdate", Update.self),
            let end = function("EVP_DecryptFinal_ex", End.self)
        else { return nil }
        self.makeContext = makeContext
        self.freeContext = freeContext
        self.cipher = cipher
        self.begin = begin
        self.update = update
        self.end = end
    }

    /// Decrypts bytes that were encrypted by AES with 128 bits in chained blocks, padded by PKCS #7.
    ///
    /// - Parameters:
    ///   - key: 16 bytes.
    ///   - vector: 16 bytes.
    /// - Returns: Nil if the key does not fit.
    func open(_ bytes: [UInt8], key: [UInt8], vector: [UInt8]) -> [UInt8]? {
        guard key.count == 16, vector.count == 16, !bytes.isEmpty, bytes.count % 16 == 0, bytes.count < 1 << 30,
            let context = makeContext()
        else { return nil }
        defer { freeContext(context) }
        guard begin(context, cipher(), nil, key, vector) == 1 else { return nil }
        var isWhole = false
        let opened = [UInt8](unsafeUninitializedCapacity: bytes.count + 16) { room, count in
            var (first, last) = (Int32(0), Int32(0))
            guard let base = room.baseAddress, update(context, base, &first, bytes, Int32(bytes.count)) == 1 else {
                return
            }
            isWhole = end(context, base + Int(first), &last) == 1
            count = isWhole ? Int(first + last) : 0
        }
        return isWhole ? opened : nil
    }
}
