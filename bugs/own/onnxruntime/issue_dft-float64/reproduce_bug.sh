conda create -y -n issue_dft-float64 python=3.11
conda activate issue_dft-float64
pip install -r requirements.txt pytest
pytest -sx test_issue_dft-float64.py
