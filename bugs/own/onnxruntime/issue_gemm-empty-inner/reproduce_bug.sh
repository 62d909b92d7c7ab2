conda create -y -n issue_gemm-empty-inner python=3.11
conda activate issue_gemm-empty-inner
pip install -r requirements.txt
pytest -sx test_issue_gemm-empty-inner.py
