conda create -y -n issue_gemm-empty-beta python=3.11
conda activate issue_gemm-empty-beta
pip install -r requirements.txt pytest
pytest -sx test_issue_gemm-empty-beta.py
