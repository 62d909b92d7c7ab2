conda create -y -n issue_quantize-embedding-bag-mean python=3.11
conda activate issue_quantize-embedding-bag-mean
pip install -r requirements.txt pytest
pytest -sx test_issue_quantize-embedding-bag-mean.py
