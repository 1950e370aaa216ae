import java.util.*; import java.util.concurrent.*;
/** Work for the benchmarks of the virtual machine; the first argument chooses. */
public class Work {
  int f; static int sf; int[] arr=new int[1000];
  static long loop(int n){ long s=0; for(int i=0;i<n;i++){ s+=i^(i>>3); } return s; }
  int fields(int n){ for(int i=0;i<n;i++){ f=f+i; if((f&1)==0) f++; } return f; }
  int arrays(int n){ int[] a=arr; for(int k=0;k<n;k++) for(int i=1;i<1000;i++) a[i]=a[i-1]+i; return a[999]; }
  static int fib(int n){ return n<2?n:fib(n-1)+fib(n-2); }
  interface Op{int ap(int x);} static class Inc implements Op{public int ap(int x){return x+1;}} static class Dbl implements Op{public int ap(int x){return x*2;}}
  static int calls(int n){ Op[] o={new Inc(),new Dbl()}; int x=0; for(int i=0;i<n;i++) x=o[i&1].ap(x); return x; }
  static class Node{Node next;int v;Node(Node n,int v){next=n;this.v=v;}}
  static int alloc(int n){ Node h=null; int s=0; for(int i=0;i<n;i++){ h=new Node((i&63)==0?null:h,i); s+=h.v; } return s; }
  static int strings(int n){ int s=0; for(int i=0;i<n;i++){ StringBuilder b=new StringBuilder(); b.append("x").append(i).append(','); s+=b.toString().length(); } return s; }
  static int concat(int n){ int s=0; for(int i=0;i<n;i++){ String x="a"+i+"b"+s; s+=x.length(); } return s; }
  static int map(int n){ HashMap<Integer,Integer> m=new HashMap<>(); for(int i=0;i<n;i++) m.merge(i%1000,1,Integer::sum); return m.size(); }
  static int chm(int n){ ConcurrentHashMap<Integer,Integer> m=new ConcurrentHashMap<>(); for(int i=0;i<n;i++) m.put(i%1000,i); return m.size(); }
  public static void main(String[] a){
    switch(a[0]){
      case "loop": System.out.println(loop(10000000)); break;
      case "fields": System.out.println(new Work().fields(5000000)); break;
      case "arrays": System.out.println(new Work().arrays(5000)); break;
      case "calls": System.out.println(fib(30)); break;
      case "iface": System.out.println(calls(4000000)); break;
      case "alloc": System.out.println(alloc(3000000)); break;
      case "strings": System.out.println(strings(200000)); break;
      case "concat": System.out.println(concat(200000)); break;
      case "map": System.out.println(map(500000)); break;
      case "chm": System.out.println(chm(500000)); break;
    }
  }
}
