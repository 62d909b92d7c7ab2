conda create -y -n issue_dft-onesided-real python=3.11
conda activate issue_dft-onesided-real
pip install -r requirements.txt pytest
pytest -sx test_issue_dft-onesided-real.py
